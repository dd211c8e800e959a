import type { Db } from './connect.ts';

/**
 * A row as one JSON text, for lists: the driver makes a property of every column of every row one by one, which takes
 * twice as long as writing and reading them as text.
 */
export const jsonRow = (db: Db, columns: readonly string[]) =>
  db.raw(`json_object(${columns.map((column) => `'${column.slice(column.indexOf('.') + 1)}', ${column}`).join(', ')}) as json`);

export const parseRows = <T>(rows: readonly { json: string }[]): T[] => rows.map(({ json }) => JSON.parse(json) as T);
