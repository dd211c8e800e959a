import { chunked, type Trx } from '#core/platform/db/connect.ts';

/** Notes that what these campaigns learn from has changed. It is worked in after the commit, and after a crash too. */
export async function markLearning(trx: Trx, campaignIds: Iterable<number>): Promise<void> {
  for (const ids of chunked([...new Set(campaignIds)], 1)) {
    const marks = ids.map(() => '?').join(', ');
    await trx.raw(
      `insert into campaign_learning (campaign_id, user_id, wanted) select id, user_id, 1 from campaigns where id in (${marks})
      on conflict (campaign_id) do update set wanted = wanted + 1`,
      ids,
    );
  }
}

/** As `markLearning`, of the campaigns whose users scored, kept, archived or answered one of these posts. */
export async function markLearningOf(trx: Trx, postIds: readonly number[]): Promise<void> {
  for (const ids of chunked(postIds, 1)) {
    const campaigns = await trx('posts')
      .whereIn('id', ids)
      .where((taken) =>
        taken.where({ touched: 1 }).orWhereIn('id', trx('outbox').where({ state: 'sent' }).whereNotNull('post_id').select('post_id')),
      )
      .distinct()
      .limit(ids.length)
      .pluck<number[]>('campaign_id');
    await markLearning(trx, campaigns);
  }
}

/** Words of texts that are gone leave at once; what was learned from them follows with the next fit. */
export async function forgetLearnedTerms(trx: Trx, postIds: readonly number[]): Promise<void> {
  await markLearningOf(trx, postIds);
  for (const ids of chunked(postIds, 1))
    await trx('campaign_learning').whereIn('campaign_id', trx('posts').whereIn('id', ids).select('campaign_id')).update({ terms: '[]' });
}
