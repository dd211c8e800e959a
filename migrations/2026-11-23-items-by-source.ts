import type { Knex } from 'knex';

/** Counts items by source without reading their texts. */
export async function itemsBySource(db: Knex): Promise<void> {
  await db.schema.alterTable('items', (table) => void table.index(['source', 'scope', 'gone']));
}
