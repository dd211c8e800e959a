import { isPostgres } from '#migrations/engine.ts';
import { chunked, type Db } from './connect.ts';

type Values = Record<string, string | number | null>;
type Row = Values & { id: number };

/** PostgreSQL's text can't hold a NUL character. */
const withoutNul = (_: string, value: unknown): unknown => (typeof value === 'string' ? value.replaceAll('\0', '') : value);

/** `end` is a column, and a keyword of PostgreSQL. */
const quoted = (column: string): string => `"${column}"`;
const tuplesOf = (rows: number, columns: number): string =>
  Array.from({ length: rows }, () => `(${'?, '.repeat(columns - 1)}?)`).join(', ');
const valuesOf = (rows: readonly Values[], columns: readonly string[]) =>
  rows.flatMap((row) => columns.map((column) => row[column] ?? null));

/** Updates many rows by `id`, each with its own values, in few statements. */
export async function updateRows(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).filter((column) => column !== 'id');
  const all = ['id', ...columns];
  const sets = columns.map((column) => `${quoted(column)} = given.${quoted(column)}`).join(', ');
  for (const chunk of chunked(rows, all.length)) {
    if (isPostgres(db)) {
      // Takes the types from the table; a list of values would be text.
      const given = `from json_populate_recordset(null::${table}, ?) as given`;
      await db.raw(`update ${table} set ${sets} ${given} where ${table}.id = given.id`, [JSON.stringify(chunk, withoutNul)]);
      continue;
    }
    const given = `with given(${all.map(quoted).join(', ')}) as (values ${tuplesOf(chunk.length, all.length)})`;
    await db.raw(`${given} update ${table} set ${sets} from given where ${table}.id = given.id`, valuesOf(chunk, all));
  }
}

/**
 * Inserts many rows in few statements. (Knex would use a compound SELECT, which SQLite limits to 500 terms.) `onConflict`
 * is the part after `on conflict`, such as `(name) do nothing`. Table and column names must come from code.
 */
export async function insertRows(
  db: Db,
  table: string,
  { rows, onConflict = '' }: { rows: readonly Values[]; onConflict?: string },
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const tail = onConflict === '' ? '' : ` on conflict ${onConflict}`;
  for (const chunk of chunked(rows, columns.length)) {
    const head = `insert into ${table} (${columns.map(quoted).join(', ')}) values ${tuplesOf(chunk.length, columns.length)}`;
    await db.raw(head + tail, valuesOf(chunk, columns));
  }
}

/** A `do update` clause that takes these columns from the new row. */
export const takeNew = (columns: readonly string[]): string =>
  `do update set ${columns.map((column) => `${quoted(column)} = excluded.${quoted(column)}`).join(', ')}`;
