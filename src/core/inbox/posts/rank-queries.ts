import type { Db, Trx } from '#core/platform/db/connect.ts';
import { updateRows } from '#core/platform/db/many-rows.ts';
import type { PostsRow } from '../tables.ts';

const columns = [
  'id',
  'item_id',
  'components',
  'role',
  'solved',
  'fit_none',
  'learned_points',
  'created_at',
  'discovered_at',
  'author_key',
  'lead_id',
  'status',
  'touched',
  'scored_by',
] as const;

/** The columns that rank a post. */
export type RankedPost = Pick<PostsRow, (typeof columns)[number]>;

/** A page of a campaign's posts, ordered by item. */
export const listRankedPage = (db: Db, campaignId: number, { after, limit }: { after: number; limit: number }): Promise<RankedPost[]> =>
  db('posts')
    .where({ campaign_id: campaignId })
    .where('item_id', '>', after)
    .orderBy('item_id')
    .select(...columns)
    .limit(limit);

export const listRanked = (db: Db, campaignId: number, ids: readonly number[]): Promise<RankedPost[]> =>
  db('posts')
    .where({ campaign_id: campaignId })
    .whereIn('id', ids)
    .select(...columns)
    .limit(ids.length);

export type Rank = Pick<PostsRow, 'id' | 'learned_points' | 'static_points' | 'recency_points' | 'cap' | 'decided' | 'status'>;

export const saveRanks = (trx: Trx, rows: readonly Rank[]): Promise<void> => updateRows(trx, 'posts', rows);

export async function saveMaxRecency(trx: Trx, campaignId: number, points: number): Promise<void> {
  await trx('campaigns').where({ id: campaignId }).update({ max_recency_points: points });
}
