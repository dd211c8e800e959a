import type { Db } from '#core/platform/db/connect.ts';

const kept = (db: Db) => db('items').whereNull('gone').whereExists(db('posts').select('id').whereRaw('posts.item_id = items.id'));

/** Items kept from Reddit itself: how many, how many were not checked since then, and the oldest check (UTC ms). */
export async function countChecked(db: Db, since: number): Promise<{ total: number; late: number; oldest: number | null }> {
  const row = await kept(db)
    .where({ scope: '' })
    .select<{ total: number; late: number | null; oldest: number | null }[]>(
      db.raw('count(*) as total, sum(checked_at < ?) as late, min(checked_at) as oldest', [since]),
    )
    .first();
  return { total: row?.total ?? 0, late: row?.late ?? 0, oldest: row?.oldest ?? null };
}

/** Items that users imported, by source. */
export const countImported = (db: Db): Promise<{ source: string; items: number }[]> =>
  kept(db)
    .whereNot({ scope: '' })
    .groupBy('source')
    .orderBy('source')
    .select<{ source: string; items: number }[]>('source', db.raw('count(*) as items'))
    .limit(20);
