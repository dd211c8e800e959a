import type { Db } from '#core/platform/db/connect.ts';

export interface FeedRow {
  campaign_id: number;
  user_id: number;
  name: string;
  created_at: number;
}
const selectFeeds = (db: Db) =>
  db('feeds').join('campaigns', 'campaigns.id', 'feeds.campaign_id').join('users', 'users.id', 'feeds.user_id').where('users.disabled', 0);
const columns = ['feeds.campaign_id', 'feeds.user_id', 'campaigns.name', 'feeds.created_at'];

export const findFeedByHash = (db: Db, hash: string): Promise<FeedRow | undefined> =>
  selectFeeds(db).where('feeds.token_hash', hash).first<FeedRow | undefined>(columns);

export const findFeedOf = (db: Db, campaignId: string): Promise<FeedRow | undefined> =>
  selectFeeds(db).where('feeds.campaign_id', Number(campaignId)).first<FeedRow | undefined>(columns);

/** For a campaign that the caller knows to be the user's. */
export async function putFeed(
  db: Db,
  row: { campaign_id: number; user_id: number; token_hash: string; created_at: number },
): Promise<void> {
  await db('feeds').insert(row).onConflict('campaign_id').merge(['token_hash', 'created_at']);
}

export async function deleteFeed(db: Db, campaignId: string): Promise<void> {
  await db('feeds')
    .where({ campaign_id: Number(campaignId) })
    .delete();
}
