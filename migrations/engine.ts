import type { Knex } from 'knex';

/** Whether this is PostgreSQL; otherwise it is SQLite. */
export const isPostgres = (db: Knex): boolean => (db.client as { dialect?: string }).dialect === 'postgresql';

/**
 * PostgreSQL orders text by the language of its database, SQLite by bytes. Makes it bytes everywhere, which is the same on every
 * machine. Before a trigger is made that reads a column, because its type can't be changed then.
 */
export async function orderByBytes(db: Knex): Promise<void> {
  if (!isPostgres(db)) return;
  const columns = await db
    .from('information_schema.columns')
    .whereRaw('table_schema = current_schema()')
    .where({ data_type: 'text' })
    .whereRaw(`collation_name is distinct from 'C'`)
    .whereNot('table_name', 'like', 'knex%')
    .select<{ table_name: string; column_name: string }[]>('table_name', 'column_name')
    .limit(10_000);
  for (const { table_name, column_name } of columns)
    await db.raw('alter table ?? alter column ?? type text collate "C"', [table_name, column_name]);
}
