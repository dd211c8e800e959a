import type { Db, Trx } from '#core/platform/db/connect.ts';

/** Number of campaigns that count towards a plan; samples don't. */
export async function countCampaignsOf(db: Db | Trx, userIds: readonly number[], { active }: { active: boolean }): Promise<number> {
  const row = await db('campaigns')
    .whereIn('user_id', userIds)
    .where({ sample: 0, ...(active ? { status: 'active' as const } : {}) })
    .count<{ n: number }>({ n: '*' })
    .first();
  return row?.n ?? 0;
}

/** Pauses these users' newest active campaigns beyond the limit, and returns how many. */
export async function pauseCampaignsBeyond(
  trx: Trx,
  userIds: readonly number[],
  { limit, now }: { limit: number; now: number },
): Promise<number> {
  const ids = await trx('campaigns')
    .whereIn('user_id', userIds)
    .where({ sample: 0, status: 'active' })
    .orderBy('id')
    .offset(limit)
    .limit(100_000)
    .pluck<number[]>('id');
  for (const id of ids) await trx('campaigns').where({ id }).update({ status: 'paused', updated_at: now });
  return ids.length;
}
