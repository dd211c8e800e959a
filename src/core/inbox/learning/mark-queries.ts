import { chunked, type Trx } from '#core/platform/db/connect.ts';

/** Marks these campaigns for relearning, which happens after the commit, or after a restart if the process crashes. */
export async function markLearning(trx: Trx, campaignIds: Iterable<number>): Promise<void> {
  for (const ids of chunked([...new Set(campaignIds)], 1)) {
    const marks = ids.map(() => '?').join(', ');
    await trx.raw(
      `insert into campaign_learning (campaign_id, user_id, wanted) select id, user_id, 1 from campaigns where id in (${marks})
      on conflict (campaign_id) do update set wanted = campaign_learning.wanted + 1`,
      ids,
    );
  }
}

/** As `markLearning`, for the campaigns of posts that users rated, kept, archived, or replied to. */
export async function markLearningOf(trx: Trx, postIds: readonly number[]): Promise<void> {
  for (const ids of chunked(postIds, 1))
    await markLearning(trx, await trx('posts').whereIn('id', ids).distinct().limit(ids.length).pluck('campaign_id'));
}

/** Removes terms from deleted texts immediately; the next fit removes what was learned from them. */
export async function forgetLearnedTerms(trx: Trx, postIds: readonly number[]): Promise<void> {
  for (const ids of chunked(postIds, 1))
    await trx('campaign_learning')
      .whereIn('campaign_id', trx('posts').whereIn('id', ids).select('campaign_id'))
      .update({ terms: '[]', wanted: trx.raw('wanted + 1') });
}
