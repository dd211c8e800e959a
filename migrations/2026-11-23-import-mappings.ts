import type { Knex } from 'knex';
import { json, owner, time } from './columns.ts';

/** A user's mapping of file columns to fields, for the next file with the same columns and for imports that resume. */
export async function importMappings(db: Knex): Promise<void> {
  await db.schema.createTable('import_mappings', (table) => {
    owner(table);
    /** Hash of the column names. */
    table.text('columns_key').notNullable();
    json(table, 'mapping', '{}');
    time(table, 'used_at').notNullable();
    table.primary(['user_id', 'columns_key']);
  });
  await db.raw('alter table pending_imports add column mapping text');
}
