import type { Db } from '#core/platform/db/connect.ts';

const kept = (db: Db) => db('items').whereNull('gone').whereExists(db('posts').select('id').whereRaw('posts.item_id = items.id'));

interface Checked {
  scope: string;
  total: number;
  late: number;
  /** UTC ms. */
  oldest: number;
}

/** Stored items of each of these scopes: the total, how many were last checked before `since`, and the oldest check. */
export const countChecked = (db: Db, scopes: readonly string[], since: number): Promise<Checked[]> =>
  kept(db)
    .whereIn('scope', scopes)
    .groupBy('scope')
    .select<Checked[]>(
      'scope',
      db.raw('count(*) as total, count(*) filter (where checked_at < ?) as late, min(checked_at) as oldest', [since]),
    )
    .limit(scopes.length);

/** Items of all other scopes, by source. Those in the first scope, `''`, are nearly all items: the index is read after them. */
export const countOthers = (db: Db, scopes: readonly string[]): Promise<{ source: string; items: number }[]> =>
  kept(db)
    .where('scope', '>', '')
    .whereNotIn('scope', scopes)
    .groupBy('source')
    .orderBy('source')
    .select<{ source: string; items: number }[]>('source', db.raw('count(*) as items'))
    .limit(20);
