import type { Db } from '#core/platform/db/connect.ts';

const kept = (db: Db) => db('items').whereNull('gone').whereExists(db('posts').select('id').whereRaw('posts.item_id = items.id'));

/** Stored items from Reddit: the total, how many were last checked before `since`, and the oldest check (UTC ms). */
export async function countChecked(db: Db, since: number): Promise<{ total: number; late: number; oldest: number | null }> {
  const row = await kept(db)
    .where({ scope: '' })
    .select<{ total: number; late: number | null; oldest: number | null }[]>(
      db.raw('count(*) as total, sum(checked_at < ?) as late, min(checked_at) as oldest', [since]),
    )
    .first();
  return { total: row?.total ?? 0, late: row?.late ?? 0, oldest: row?.oldest ?? null };
}

/** Imported items by source. */
export const countImported = (db: Db): Promise<{ source: string; items: number }[]> =>
  kept(db)
    .whereNot({ scope: '' })
    .groupBy('source')
    .orderBy('source')
    .select<{ source: string; items: number }[]>('source', db.raw('count(*) as items'))
    .limit(20);
