import type { Db } from './connect.ts';

interface ForeignKey {
  table: string;
  from: string;
  on_delete: string;
}
export interface OwnedTable {
  name: string;
  columns: string[];
  /** Column that refers to the owner or to another owned table. */
  by: { column: string; parent: string };
}

/** All tables whose rows are deleted with their user. Read from the schema, so that none can be forgotten. */
export async function listOwnedTables(db: Db): Promise<OwnedTable[]> {
  const tables = await db('sqlite_master').where({ type: 'table' }).orderBy('name').pluck<string[]>('name').limit(1000);
  const keys = new Map<string, ForeignKey[]>();
  for (const name of tables)
    keys.set(name, await db.raw<ForeignKey[]>('select "table", "from", on_delete from pragma_foreign_key_list(?)', [name]));
  const found = new Map<string, OwnedTable['by']>();
  for (let grew = true; grew;) {
    grew = false;
    for (const name of tables.filter((table) => !found.has(table))) {
      const own = (keys.get(name) ?? []).filter((key) => key.on_delete === 'CASCADE' && (key.table === 'users' || found.has(key.table)));
      const key = own.find(({ table }) => table === 'users') ?? own[0];
      if (!key) continue;
      found.set(name, { column: key.from, parent: key.table });
      grew = true;
    }
  }
  return Promise.all(
    [...found].map(async ([name, by]) => ({
      name,
      by,
      columns: (await db.raw<{ name: string }[]>('select name from pragma_table_info(?)', [name])).map((column) => column.name),
    })),
  );
}
