import type { Db } from '#core/platform/db/connect.ts';

const kept = (db: Db) => db('items').whereNull('gone').whereExists(db('posts').select('id').whereRaw('posts.item_id = items.id'));

/** Stored items of these scopes: the total, how many were last checked before `since`, and the oldest check (UTC ms). */
export async function countChecked(
  db: Db,
  scopes: readonly string[],
  since: number,
): Promise<{ total: number; late: number; oldest: number | null }> {
  const row = await kept(db)
    .whereIn('scope', scopes)
    .select<{ total: number; late: number; oldest: number | null }[]>(
      db.raw('count(*) as total, count(*) filter (where checked_at < ?) as late, min(checked_at) as oldest', [since]),
    )
    .first();
  return { total: row?.total ?? 0, late: row?.late ?? 0, oldest: row?.oldest ?? null };
}

/** Items of all other scopes, by source. */
export const countOthers = (db: Db, scopes: readonly string[]): Promise<{ source: string; items: number }[]> =>
  kept(db)
    .whereNotIn('scope', scopes)
    .groupBy('source')
    .orderBy('source')
    .select<{ source: string; items: number }[]>('source', db.raw('count(*) as items'))
    .limit(20);
