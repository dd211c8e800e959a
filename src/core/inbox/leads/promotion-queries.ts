import { dayMs } from '#shared/time.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import { updateRows } from '#core/platform/db/many-rows.ts';
import { mergeLeads } from './merge.ts';

/** By the time a plan has leads left again, older posts are no longer worth promoting. */
const freshMs = 31 * dayMs;
const maxPromoted = 1000;

/** Posts that would be leads if their user's plan had leads left. */
const waiting = (db: Db | Trx, userIds: readonly number[], now: number) =>
  db('posts')
    .join('campaigns', 'campaigns.id', 'posts.campaign_id')
    .whereIn('posts.user_id', userIds)
    .where('posts.decided', 'lead')
    .where('posts.status', 'new')
    .where('posts.touched', 0)
    .where('posts.open', 1)
    .where('campaigns.sample', 0)
    .whereNotNull('posts.author_key')
    .where('posts.discovered_at', '>', now - freshMs);

export async function countWaitingLeads(db: Db, userIds: readonly number[], now: number): Promise<number> {
  const row = await waiting(db, userIds, now).count<{ n: number }>({ n: '*' }).first();
  return row?.n ?? 0;
}

/** Promotes these users' best waiting posts to leads, and returns how many. */
export async function promoteWaiting(
  trx: Trx,
  { userIds, limit, now }: { userIds: readonly number[]; limit: number; now: number },
): Promise<number> {
  const ids = await waiting(trx, userIds, now)
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
