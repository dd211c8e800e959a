import type { Knex } from 'knex';

/** Counts items by scope and source from one index alone; PostgreSQL's indexes hold no ids unless they are named. */
export async function itemsByCheck(db: Knex): Promise<void> {
  await db.schema.alterTable('items', (table) => {
    table.index(['scope', 'gone', 'checked_at', 'id', 'source'], 'items_by_check');
    table.dropIndex(['scope', 'gone', 'checked_at']);
    table.dropIndex(['source', 'scope', 'gone']);
  });
}
