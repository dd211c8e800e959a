import type { Db } from '#core/platform/db/connect.ts';
import type { CampaignsRow, FeedsRow } from '../tables.ts';

export type FeedRow = Omit<FeedsRow, 'token_hash'> & Pick<CampaignsRow, 'name'>;

const selectFeeds = (db: Db) =>
  db('feeds').join('campaigns', 'campaigns.id', 'feeds.campaign_id').join('users', 'users.id', 'feeds.user_id').where('users.disabled', 0);
const columns = [
  'feeds.campaign_id',
  'feeds.user_id',
  'campaigns.name',
  'feeds.created_at',
  'feeds.content_hash',
  'feeds.changed_at',
] as const;

export const findFeedByHash = (db: Db, hash: string): Promise<FeedRow | undefined> =>
  selectFeeds(db)
    .where('feeds.token_hash', hash)
    .first(...columns);

export const findFeedOf = (db: Db, campaignId: string): Promise<FeedRow | undefined> =>
  selectFeeds(db)
    .where('feeds.campaign_id', Number(campaignId))
    .first(...columns);

/** The caller has checked that the campaign belongs to the user. */
export async function putFeed(db: Db, row: Omit<FeedsRow, 'content_hash' | 'changed_at'>): Promise<void> {
  await db('feeds').insert(row).onConflict('campaign_id').merge(['token_hash', 'created_at']);
}

export async function noteContent(db: Db, campaignId: number, content: Pick<FeedsRow, 'content_hash' | 'changed_at'>): Promise<void> {
  await db('feeds').where({ campaign_id: campaignId }).update(content);
}

export async function deleteFeed(db: Db, campaignId: string): Promise<void> {
  await db('feeds')
    .where({ campaign_id: Number(campaignId) })
    .delete();
}
