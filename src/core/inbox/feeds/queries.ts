import type { UserRow } from '#core/accounts/queries.ts';
import { isCurrent } from '#core/accounts/security-stamp.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { CampaignsRow, FeedsRow } from '../tables.ts';

export type FeedRow = Omit<FeedsRow, 'token_hash' | 'made_by'> & Pick<CampaignsRow, 'name'> & Pick<UserRow, 'disabled' | 'security_stamp'>;

const selectFeeds = (db: Db) =>
  db('feeds').join('campaigns', 'campaigns.id', 'feeds.campaign_id').join('users', 'users.id', 'feeds.user_id');
const columns = [
  'feeds.campaign_id',
  'feeds.user_id',
  'campaigns.name',
  'feeds.created_at',
  'feeds.content_hash',
  'feeds.changed_at',
  'feeds.stamp',
  'users.disabled',
  'users.security_stamp',
] as const;

/** Both below find only a feed that works. */
const working = (feed: FeedRow | undefined): FeedRow | undefined => (feed && isCurrent(feed, feed.stamp) ? feed : undefined);

export const findFeedByHash = async (db: Db, hash: string): Promise<FeedRow | undefined> =>
  working(
    await selectFeeds(db)
      .where('feeds.token_hash', hash)
      .first(...columns),
  );

export const findFeedOf = async (db: Db, campaignId: string): Promise<FeedRow | undefined> =>
  working(
    await selectFeeds(db)
      .where('feeds.campaign_id', Number(campaignId))
      .first(...columns),
  );

/** The caller has checked that the campaign belongs to the user. */
export async function putFeed(trx: Trx, row: Omit<FeedsRow, 'content_hash' | 'changed_at'>): Promise<void> {
  await trx('feeds').insert(row).onConflict('campaign_id').merge(['token_hash', 'created_at', 'stamp', 'made_by']);
}

export async function noteContent(db: Db, campaignId: number, content: Pick<FeedsRow, 'content_hash' | 'changed_at'>): Promise<void> {
  await db('feeds').where({ campaign_id: campaignId }).update(content);
}

export async function deleteFeed(db: Db, campaignId: string): Promise<void> {
  await db('feeds')
    .where({ campaign_id: Number(campaignId) })
    .delete();
}

/** For a rotation of the account's stamp that feeds outlive. */
export async function keepFeeds(trx: Trx, those: Pick<FeedsRow, 'user_id' | 'stamp'>, stamp: number): Promise<void> {
  await trx('feeds').where(those).update({ stamp });
}

/** Whoever leaves a workspace knows the addresses of the feeds that they made. */
export const endFeedsOf = (trx: Trx, { workspace_id, user_id }: { workspace_id: number; user_id: number }): Promise<number> =>
  trx('feeds').where({ user_id: workspace_id, made_by: user_id }).delete();

/** Whoever has taken their account knows the addresses, in every workspace. */
export const endFeedsBy = (trx: Trx, userId: number): Promise<number> => trx('feeds').where({ made_by: userId }).delete();
