import { isPostgres } from '#migrations/engine.ts';
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

interface Schema {
  tables: string[];
  keys: Map<string, ForeignKey[]>;
  columnsOf(table: string): Promise<string[]>;
}

async function readSqlite(db: Db): Promise<Schema> {
  const tables = await db('sqlite_master').where({ type: 'table' }).orderBy('name').pluck<string[]>('name').limit(1000);
  const keys = new Map<string, ForeignKey[]>();
  for (const name of tables)
    keys.set(name, await db.raw<ForeignKey[]>('select "table", "from", on_delete from pragma_foreign_key_list(?)', [name]));
  const columnsOf = async (table: string) =>
    (await db.raw<{ name: string }[]>('select name from pragma_table_info(?)', [table])).map(({ name }) => name);
  return { tables, keys, columnsOf };
}

async function readPostgres(db: Db): Promise<Schema> {
  const columns = await db
    .from('information_schema.columns')
    .whereRaw('table_schema = current_schema()')
    .orderBy(['table_name', 'ordinal_position'])
    .select<{ table_name: string; column_name: string }[]>('table_name', 'column_name')
    .limit(10_000);
  const byTable = Map.groupBy(columns, (column) => column.table_name);
  const keys = await db.raw<(ForeignKey & { owner: string })[]>(
    `select child.relname as owner, parent.relname as "table", attname as "from",
       case confdeltype when 'c' then 'CASCADE' else '' end as on_delete
     from pg_constraint
     join pg_class as child on child.oid = conrelid
     join pg_class as parent on parent.oid = confrelid
     join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and connamespace = current_schema()::regnamespace
     order by pg_constraint.oid`,
  );
  return {
    tables: [...byTable.keys()],
    keys: Map.groupBy(keys, ({ owner }) => owner),
    columnsOf: (table) => Promise.resolve((byTable.get(table) ?? []).map((column) => column.column_name)),
  };
}

/** All tables whose rows are deleted with their user. Read from the schema, so that none can be forgotten. */
export async function listOwnedTables(db: Db): Promise<OwnedTable[]> {
  const { tables, keys, columnsOf } = await (isPostgres(db) ? readPostgres(db) : readSqlite(db));
  const found = new Map<string, OwnedTable['by']>();
  for (let grew = true; grew;) {
    grew = false;
    for (const name of tables.filter((table) => !found.has(table))) {
      const own = (keys.get(name) ?? []).filter((key) => key.on_delete === 'CASCADE' && (key.table === 'users' || found.has(key.table)));
      const users = own.filter(({ table }) => table === 'users');
      const key = users.find(({ from }) => from === 'user_id') ?? users[0] ?? own[0];
      if (!key) continue;
      found.set(name, { column: key.from, parent: key.table });
      grew = true;
    }
  }
  return Promise.all([...found].map(async ([name, by]) => ({ name, by, columns: await columnsOf(name) })));
}
