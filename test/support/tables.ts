import type { Db } from '#core/platform/db/connect.ts';
import { isPostgres } from '#migrations/engine.ts';

/** Columns by table, including those of the search index. */
export async function listColumns(db: Db): Promise<Map<string, string[]>> {
  const rows = await db.raw<{ table: string; name: string }[]>(
    isPostgres(db)
      ? `select table_name as "table", column_name as name from information_schema.columns where table_schema = current_schema()`
      : `select m.name as "table", c.name from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`,
  );
  const columns = new Map<string, string[]>();
  for (const { table, name } of rows) columns.set(table, [...(columns.get(table) ?? []), name]);
  return columns;
}
