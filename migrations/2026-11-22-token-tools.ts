import type { Knex } from 'knex';

/** MCP tools with which a token may make changes; none for existing tokens. */
export async function tokenTools(db: Knex): Promise<void> {
  await db.raw(`alter table api_tokens add column tools text not null default '[]'`);
}
