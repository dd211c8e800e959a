import type { Db } from '#core/platform/db/connect.ts';

/** The post or comment that is to be answered, as it was last fetched. */
export interface Target {
  fullname: string;
  link_fullname: string | null;
  locked: number;
  created_at: number;
  checked_at: number;
  gone: string | null;
}
/** An answer that stands, may stand or is to stand on Reddit. */
export interface PastAnswer {
  post_id: number | null;
  account: string;
  parent_fullname: string;
  subreddit: string;
  text: string;
  state: string;
  permalink: string | null;
  created_at: number;
}

/** Of a post that was found to be the caller's. */
export const findTarget = (db: Db, postId: number): Promise<Target | undefined> =>
  db('posts')
    .join('items', 'items.id', 'posts.item_id')
    .where('posts.id', postId)
    .first<Target | undefined>(
      'items.fullname',
      'items.link_fullname',
      'items.locked',
      'items.created_at',
      'items.checked_at',
      'items.gone',
    );

const maxAnswers = 2000;

export const listAnswers = (db: Db, userId: number, since: number): Promise<PastAnswer[]> =>
  db('outbox')
    .where({ user_id: userId })
    .whereNot({ state: 'failed' })
    .where('created_at', '>', since)
    .orderBy('id', 'desc')
    .select<PastAnswer[]>('post_id', 'account', 'parent_fullname', 'subreddit', 'text', 'state', 'permalink', 'created_at')
    .limit(maxAnswers);

export const listWebsites = (db: Db, userId: number): Promise<string[]> =>
  db('campaigns').where({ user_id: userId, sample: 0 }).whereNot({ website_url: '' }).distinct().limit(500).pluck<string[]>('website_url');
