import type { Db } from './connect.ts';
import { dialectOf } from './dialect.ts';

const keyOf = (column: string): string => column.slice(column.indexOf('.') + 1);

/**
 * Selects a row as JSON. Letting the driver set each property of each row takes up to twice as much CPU time: 6 ms instead of 3 for a
 * page of 100 posts.
 */
export const jsonRow = (db: Db, columns: readonly string[]) =>
  db.raw(`${dialectOf(db).object(columns.map((column) => [keyOf(column), column]))} as json`);

export const parseRows = <T>(rows: readonly { json: string }[]): T[] => rows.map(({ json }) => JSON.parse(json) as T);
