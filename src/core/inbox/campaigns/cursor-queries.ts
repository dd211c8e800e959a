import { ownedBy } from '#core/platform/actor.ts';
import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import { updateRows } from '#core/platform/db/many-rows.ts';
import type { CampaignsRow } from '../tables.ts';

const cursorColumns = ['id', 'profile_version', 'scored_seq', 'counted_item_id', 'updated_at', 'learned_revision'] as const;

/** The campaign's state when a batch is scored, including how far scoring got, and the last item that its counts include. */
export type CampaignCursor = Pick<CampaignsRow, (typeof cursorColumns)[number]>;

/** Active campaigns of enabled users that aren't scored up to `newest`, furthest behind first. */
export const listBehind = (db: Db, newest: number): Promise<CampaignCursor[]> =>
  db('campaigns')
    .where({ status: 'active' })
    .whereNotIn('user_id', db('users').where({ disabled: 1 }).select('id'))
    .where('scored_seq', '<', newest)
    .orderBy('scored_seq')
    .select(...cursorColumns)
    .limit(100_000);

/** The given campaigns that are still active and scored exactly up to `from`. */
export async function listCursorsAt(trx: Trx, campaignIds: readonly number[], from: number): Promise<CampaignCursor[]> {
  const found: CampaignCursor[] = [];
  for (const ids of chunked(campaignIds, 1))
    found.push(
      ...(await trx('campaigns')
        .whereIn('id', ids)
        .where({ scored_seq: from, status: 'active' })
        .select(...cursorColumns)
        .limit(ids.length)),
    );
  return found;
}

export async function moveCursors(trx: Trx, campaignIds: readonly number[], upTo: number): Promise<void> {
  for (const ids of chunked(campaignIds, 1)) await trx('campaigns').whereIn('id', ids).update({ scored_seq: upTo });
}

/**
 * Lists sorted by score read a band as wide as the most points that recency can add.
 * @param raised campaign ids with points; an id may occur several times
 */
export async function raiseRecency(trx: Trx, raised: Iterable<readonly [campaignId: number, points: number]>): Promise<void> {
  const wanted = new Map<number, number>();
  for (const [id, points] of raised) wanted.set(id, Math.max(points, wanted.get(id) ?? 0));
  for (const ids of chunked([...wanted.keys()], 1)) {
    const rows = await trx('campaigns').whereIn('id', ids).select('id', 'max_recency_points').limit(ids.length);
    const higher = rows.flatMap(({ id, max_recency_points: known }) => {
      const points = wanted.get(id) ?? 0;
      return points > known ? [{ id, max_recency_points: points }] : [];
    });
    await updateRows(trx, 'campaigns', higher);
  }
}

/** Stores the id of the last counted item of each campaign. One statement per campaign took half of a batch's time. */
export const moveCounted = (trx: Trx, counted: Iterable<readonly [campaignId: number, itemId: number]>): Promise<void> =>
  updateRows(
    trx,
    'campaigns',
    Array.from(counted, ([id, itemId]) => ({ id, counted_item_id: itemId })),
  );

/** Every active campaign has scored the items up to this id; null when there are no active campaigns. */
export async function readScoredByAll(db: Db): Promise<number | null> {
  const row = await db('campaigns').where({ status: 'active' }).min<{ seq: number | null }>({ seq: 'scored_seq' }).first();
  return row?.seq ?? null;
}

interface OwnCampaigns {
  /** Null for everyone's. */
  owner: string | null;
  query: { campaignId?: string | undefined };
}

/** The most points that recency adds to any post or lead of these campaigns, as a subquery. */
export const maxRecency = (db: Db, { owner, query }: OwnCampaigns) =>
  db('campaigns')
    .where(ownedBy(owner))
    .modify((campaigns) => {
      if (query.campaignId !== undefined) void campaigns.where('id', Number(query.campaignId));
    })
    .select(db.raw('coalesce(max(max_recency_points), 0)'));
