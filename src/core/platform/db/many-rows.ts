import { isPostgres } from '#migrations/engine.ts';
import { chunked, type Db } from './connect.ts';
import { storableText } from './postgres/postgres-text.ts';

type Values = Record<string, string | number | null>;
type Row = Values & { id: number };

/** Rows as one value for PostgreSQL: thousands of values in a statement take it longer to read than to store. */
const asJson = (rows: readonly Values[]): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'string' ? storableText(value) : value));
/** With the types of the table. */
const jsonRows = (table: string): string => `json_populate_recordset(null::${table}, ?)`;

/** `end` is a column, and a keyword of PostgreSQL. */
const quoted = (column: string): string => `"${column}"`;

/** Rows as a VALUES clause for SQLite. Only texts are bound: binding a value costs more than reading a number in the statement. */
function valuesOf(rows: readonly Values[], columns: readonly string[]): { values: string; texts: string[] } {
  const texts: string[] = [];
  const written = (value: string | number | null | undefined): string => {
    if (typeof value === 'string') {
      texts.push(value);
      return '?';
    }
    return Number.isFinite(value) ? String(value) : 'null';
  };
  const tuples = rows.map((row) => `(${columns.map((column) => written(row[column])).join(', ')})`);
  return { values: `values ${tuples.join(', ')}`, texts };
}

/** Updates many rows by `id`, each with its own values, in few statements. */
export async function updateRows(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).filter((column) => column !== 'id');
  const all = ['id', ...columns];
  const sets = columns.map((column) => `${quoted(column)} = given.${quoted(column)}`).join(', ');
  for (const chunk of chunked(rows, all.length)) {
    if (isPostgres(db)) {
      const from = `${jsonRows(table)} as given`;
      await db.raw(`update ${table} set ${sets} from ${from} where ${table}.id = given.id`, [asJson(chunk)]);
      continue;
    }
    const { values, texts } = valuesOf(chunk, all);
    const given = `with given(${all.map(quoted).join(', ')}) as (${values})`;
    await db.raw(`${given} update ${table} set ${sets} from given where ${table}.id = given.id`, texts);
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
  const names = columns.map(quoted).join(', ');
  const into = `insert into ${table} (${names})`;
  for (const chunk of chunked(rows, columns.length)) {
    if (isPostgres(db)) {
      await db.raw(`${into} select ${names} from ${jsonRows(table)}${tail}`, [asJson(chunk)]);
      continue;
    }
    const { values, texts } = valuesOf(chunk, columns);
    await db.raw(`${into} ${values}${tail}`, texts);
  }
}

/** A `do update` clause that takes these columns from the new row. */
export const takeNew = (columns: readonly string[]): string =>
  `do update set ${columns.map((column) => `${quoted(column)} = excluded.${quoted(column)}`).join(', ')}`;
