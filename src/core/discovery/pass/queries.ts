import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import { insertRows, takeNew } from '#core/platform/db/many-rows.ts';
import { hourMs } from '#shared/time.ts';
import type { ReadItemsRow, ReadsRow } from '../tables.ts';

type Read = Pick<ReadItemsRow, 'item_id' | 'user_id' | 'matched'>;

/** Which of these items are counted already, for any user. */
export async function listRead(trx: Trx, itemIds: readonly number[]): Promise<Read[]> {
  const found: Read[] = [];
  for (const ids of chunked(itemIds, 1))
    found.push(...(await trx('read_items').whereIn('item_id', ids).select('item_id', 'user_id', 'matched').limit(1_000_000)));
  return found;
}

export const saveRead = (trx: Trx, rows: readonly ReadItemsRow[]): Promise<void> =>
  insertRows(trx, 'read_items', { rows: rows.map((row) => ({ ...row })), onConflict: `(item_id, user_id) ${takeNew(['matched'])}` });

export const listReads = (trx: Trx, userIds: readonly number[], hours: readonly number[]): Promise<ReadsRow[]> =>
  trx('reads')
    .whereIn('user_id', userIds)
    .whereIn('hour', hours)
    .select('user_id', 'span', 'hour', 'fetched', 'matched', 'subreddits')
    .limit(userIds.length * 3);

export const saveReads = (trx: Trx, rows: readonly ReadsRow[]): Promise<void> =>
  insertRows(trx, 'reads', {
    rows: rows.map((row) => ({ ...row })),
    onConflict: `(user_id, span, hour) ${takeNew(['fetched', 'matched', 'subreddits'])}`,
  });

/** What a user's campaigns read, each item once, by the hour in which the first of them read it. */
export interface ReadOnce {
  read: number;
  matched: number;
  /** By lowercase subreddit. */
  subreddits: Map<string, { read: number; matched: number }>;
}

const dayHours = 24;

/** UTC ms; `to` is exclusive. An hour belongs to the period in which it begins. */
export async function countReadOnce(db: Db, userId: number, { from, to }: { from: number; to: number }): Promise<ReadOnce> {
  const [first, end] = [Math.ceil(from / hourMs), Math.ceil(to / hourMs)];
  const firstDay = Math.ceil(first / dayHours) * dayHours;
  const endDay = Math.max(firstDay, Math.floor(end / dayHours) * dayHours);
  const isWithin = (start: number, before: number, span: number) => (rows: ReturnType<Db['queryBuilder']>) =>
    void rows.where('span', span).where('hour', '>=', start).where('hour', '<', before);
  const rows = await db('reads')
    .where({ user_id: userId })
    .where((parts) =>
      firstDay > end
        ? parts.where(isWithin(first, end, 1))
        : parts
            .where(isWithin(firstDay, endDay, dayHours))
            .orWhere(isWithin(first, firstDay, 1))
            .orWhere(isWithin(endDay, end, 1)),
    )
    .select('fetched', 'matched', 'subreddits')
    .limit(100_000);
  const sum: ReadOnce = { read: 0, matched: 0, subreddits: new Map() };
  for (const { fetched, matched, subreddits } of rows) {
    sum.read += fetched;
    sum.matched += matched;
    for (const [name, [read, found]] of Object.entries(JSON.parse(subreddits) as Record<string, [number, number]>)) {
      const own = sum.subreddits.get(name) ?? { read: 0, matched: 0 };
      sum.subreddits.set(name, { read: own.read + read, matched: own.matched + found });
    }
  }
  return sum;
}

/** The same by hour, without subreddits. */
export const listReadOnceHours = (db: Db, userId: number, { from, to }: { from: number; to: number }) =>
  db('reads')
    .where({ user_id: userId, span: 1 })
    .where('hour', '>=', Math.ceil(from / hourMs))
    .where('hour', '<', Math.ceil(to / hourMs))
    .select('hour', 'fetched', 'matched')
    .limit(100_000);

/** The same after a moment within the last days, to the minute, from the items themselves. */
export async function countReadSince(db: Db, userId: number, at: number): Promise<{ read: number; subreddits: number }> {
  const row = await db('read_items')
    .join('items', 'items.id', 'read_items.item_id')
    .where('read_items.user_id', userId)
    .where('read_items.read_at', '>', at)
    .first<{ n: number; subreddits: number }>(db.raw('count(*) as n'), db.raw('count(distinct items.subreddit_key) as subreddits'));
  return { read: row.n, subreddits: row.subreddits };
}
