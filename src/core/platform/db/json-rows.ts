import type { Db } from './connect.ts';
import { dialectOf } from './dialect.ts';

const keyOf = (column: string): string => column.slice(column.indexOf('.') + 1);

/** Selects a row as JSON. For long lists this is twice as fast as letting the driver set each property of each row. */
export const jsonRow = (db: Db, columns: readonly string[]) =>
  db.raw(`${dialectOf(db).object(columns.map((column) => [keyOf(column), column]))} as json`);

export const parseRows = <T>(rows: readonly { json: string }[]): T[] => rows.map(({ json }) => JSON.parse(json) as T);
