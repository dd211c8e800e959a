import type { Knex } from 'knex';

/** Content of a feed when it was last read, and since when, for readers that ask whether it changed. */
export async function feedChanges(db: Knex): Promise<void> {
  await db.raw(`alter table feeds add column content_hash text not null default ''`);
  await db.raw('alter table feeds add column changed_at bigint not null default 0');
}
