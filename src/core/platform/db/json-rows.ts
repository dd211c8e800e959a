import type { Db } from './connect.ts';

/** Selects a row as JSON. For long lists this is twice as fast as letting the driver set each property of each row. */
export const jsonRow = (db: Db, columns: readonly string[]) =>
  db.raw(`json_object(${columns.map((column) => `'${column.slice(column.indexOf('.') + 1)}', ${column}`).join(', ')}) as json`);

export const parseRows = <T>(rows: readonly { json: string }[]): T[] => rows.map(({ json }) => JSON.parse(json) as T);
