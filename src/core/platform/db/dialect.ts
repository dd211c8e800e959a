import { isPostgres } from '#migrations/engine.ts';
import type { Db } from './connect.ts';

/** PostgreSQL's text can't hold a NUL character, or half of a pair of UTF-16. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** What SQLite and PostgreSQL write differently. Table and column names must come from code. */
export interface Dialect {
  /** The smaller of two values. */
  least(a: string, b: string): string;
  /** The larger of two values. */
  greatest(a: string, b: string): string;
  /** A number with which arithmetic is in floating point. */
  real(value: number): string;
  /** Whether a JSON array of strings holds the bound value. */
  holds(column: string): string;
  /** The values of a JSON array of strings, for `from`: a table with the column `value`. */
  valuesOf(column: string, alias: string): string;
  /** A JSON object as text, from keys and columns. */
  object(entries: readonly (readonly [key: string, column: string])[]): string;
  /** The values of a column in all rows, as the text of a JSON array; null or `[]` if there are none. */
  array(column: string): string;
  /** Matches a bound pattern, escaped with `\`; letters from A to Z match in both cases. */
  like(column: string): string;
  /** A positive number per row of a table, by which it can be read in pages. */
  rowNumber(table: { name: string; columns: readonly string[] }): string;
  /** A column whose index isn't used. */
  unindexed(column: string): string;
}

const existsIn = (values: string): string => `exists (select 1 from ${values} where element.value = ?)`;
const pairsOf = (entries: readonly (readonly [key: string, column: string])[]): string =>
  entries.map(([key, column]) => `'${key}', ${column}`).join(', ');

const sqlite: Dialect = {
  least: (a, b) => `min(${a}, ${b})`,
  greatest: (a, b) => `max(${a}, ${b})`,
  real: (value) => `${value}.0`,
  holds: (column) => existsIn(sqlite.valuesOf(column, 'element')),
  valuesOf: (column, alias) => `json_each(${column}) as ${alias}`,
  object: (entries) => `json_object(${pairsOf(entries)})`,
  array: (column) => `json_group_array(${column})`,
  like: (column) => String.raw`${column} like ? escape '\'`,
  rowNumber: ({ name }) => `${name}.rowid`,
  unindexed: (column) => `+${column}`,
};

const postgres: Dialect = {
  least: (a, b) => `least(${a}, ${b})`,
  greatest: (a, b) => `greatest(${a}, ${b})`,
  real: (value) => `${value}::double precision`,
  holds: (column) => existsIn(postgres.valuesOf(column, 'element')),
  valuesOf: (column, alias) => `json_array_elements_text(${column}::json) as ${alias}(value)`,
  object: (entries) => `json_build_object(${pairsOf(entries)})::text`,
  array: (column) => `json_agg(${column})::text`,
  like: (column) => String.raw`${column} ilike ? escape '\'`,
  // Without an id: the page of the row, and its place on the page.
  rowNumber: ({ name, columns }) =>
    columns.includes('id') ? `${name}.id` : `((${name}.ctid::text::point)[0] * 65536 + (${name}.ctid::text::point)[1])`,
  unindexed: (column) => column,
};

export const dialectOf = (db: Db): Dialect => (isPostgres(db) ? postgres : sqlite);
