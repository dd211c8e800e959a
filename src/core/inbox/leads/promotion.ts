import { freshMs, waiting } from '#core/accounts/plans/queries.ts';
import type { Trx } from '#core/platform/db/connect.ts';
import { updateRows } from '#core/platform/db/many-rows.ts';
import { mergeLeads } from './merge.ts';

const maxPromoted = 1000;

/** Makes leads of the best posts that wait for the plan of these users. Returns how many. */
export async function promoteWaiting(
  trx: Trx,
  { userIds, limit, now }: { userIds: readonly number[]; limit: number; now: number },
): Promise<number> {
  const ids = await waiting(trx, userIds)
    .where('posts.discovered_at', '>', now - freshMs)
    .orderBy('posts.static_points', 'desc')
    .limit(Math.min(limit, maxPromoted))
    .pluck<number[]>('posts.id');
  await updateRows(
    trx,
    'posts',
    ids.map((id) => ({ id, status: 'lead' })),
  );
  return (await mergeLeads(trx, ids, now)).length;
}
