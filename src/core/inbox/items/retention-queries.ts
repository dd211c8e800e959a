import { readScoredByAll } from '../campaigns/cursor-queries.ts';
import type { Db, Subquery, Trx } from '#core/platform/db/connect.ts';
import { forgetTexts } from '#core/platform/db/text-search.ts';

/** Subquery: competitor mentions in the item of the outer statement; provided by the insights room. */
export type SelectMentions = (db: Db) => Subquery;

/**
 * Deletes up to `limit` items that have no post or mention, were fetched before `until`, and were scored by every active
 * campaign.
 */
export async function deleteUnmatched(
  trx: Trx,
  { until, selectMentions, limit }: { until: number; selectMentions: SelectMentions; limit: number },
): Promise<number> {
  const scored = await readScoredByAll(trx);
  const ids = await trx('items')
    .where('fetched_at', '<', until)
    .where('seq', '<=', scored ?? Number.MAX_SAFE_INTEGER)
    .whereNotExists(trx('posts').select('id').whereRaw('posts.item_id = items.id'))
    .whereNotExists(selectMentions(trx))
    .orderBy('fetched_at')
    .limit(limit)
    .pluck<number[]>('id');
  await forgetTexts(trx, ids);
  return trx('items').whereIn('id', ids).delete();
}
