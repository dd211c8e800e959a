import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import type { CampaignsRow } from '../tables.ts';

const turnColumns = ['id', 'profile_version', 'scored_seq', 'updated_at', 'learned_revision'] as const;

/** A campaign in the state that a batch is scored for, and how far it was scored. */
export type Turn = Pick<CampaignsRow, (typeof turnColumns)[number]>;

/** Active campaigns of enabled users that were not scored up to `newest`, furthest behind first. */
export const listBehind = (db: Db, newest: number): Promise<Turn[]> =>
  db('campaigns')
    .where({ status: 'active' })
    .whereNotIn('user_id', db('users').where({ disabled: 1 }).select('id'))
    .where('scored_seq', '<', newest)
    .orderBy('scored_seq')
    .select(...turnColumns)
    .limit(100_000);

/** Those of these campaigns that are still active and were scored exactly up to `from`. */
export async function listTurnsAt(trx: Trx, campaignIds: readonly number[], from: number): Promise<Turn[]> {
  const found: Turn[] = [];
  for (const ids of chunked(campaignIds, 1))
    found.push(
      ...(await trx('campaigns')
        .whereIn('id', ids)
        .where({ scored_seq: from, status: 'active' })
        .select(...turnColumns)
        .limit(ids.length)),
    );
  return found;
}

export async function moveCursors(trx: Trx, campaignIds: readonly number[], upTo: number): Promise<void> {
  for (const ids of chunked(campaignIds, 1)) await trx('campaigns').whereIn('id', ids).update({ scored_seq: upTo });
}

/** Lists by score read a band that is as wide as the most that recency adds. */
export async function raiseRecency(trx: Trx, campaignId: number, points: number): Promise<void> {
  await trx('campaigns').where({ id: campaignId }).where('max_recency_points', '<', points).update({ max_recency_points: points });
}

/** By campaign: the item up to which it has counted what was fetched. */
export async function listCountedUpTo(trx: Trx, campaignIds: readonly number[]): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  for (const ids of chunked(campaignIds, 1)) {
    const rows = await trx('campaigns').whereIn('id', ids).select('id', 'counted_item_id').limit(ids.length);
    for (const row of rows) found.set(row.id, row.counted_item_id);
  }
  return found;
}

export async function raiseCounted(trx: Trx, campaignId: number, itemId: number): Promise<void> {
  await trx('campaigns').where({ id: campaignId }).where('counted_item_id', '<', itemId).update({ counted_item_id: itemId });
}

/** Items up to here were scored for every active campaign; null without one. */
export async function readScoredByAll(db: Db): Promise<number | null> {
  const row = await db('campaigns').where({ status: 'active' }).min<{ seq: number | null }>({ seq: 'scored_seq' }).first();
  return row?.seq ?? null;
}
