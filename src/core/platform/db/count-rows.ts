import type { Knex } from 'knex';
import type { Db } from './connect.ts';

/** Number of rows that a query finds, counted up to `limit`. */
export async function countRows(db: Db, rows: Knex.QueryBuilder, limit: number): Promise<number> {
  const found = await db.from(rows.limit(limit).as('counted')).count<{ count: number }[]>({ count: '*' }).first();
  return found?.count ?? 0;
}

interface FirstRows {
  shown: number;
  hasMore: boolean;
  isFirst: boolean;
  /** Number of all rows, if the page's own statement counted them. */
  counted?: number | undefined;
}

/** Total for the first page of a list; null for later pages and for totals above `limit`. */
export async function totalOf(
  { shown, hasMore, isFirst, counted: known }: FirstRows,
  limit: number,
  count: (limit: number) => Promise<number>,
): Promise<number | null> {
  if (!isFirst) return null;
  if (!hasMore) return shown;
  const counted = known ?? (await count(limit + 1));
  return counted > limit ? null : counted;
}
