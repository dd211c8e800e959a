import type { ItemsRow } from '#core/inbox/tables.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { OutboxRow } from '../tables.ts';

/** The post or comment to reply to, as last fetched. */
export type Target = Pick<ItemsRow, 'fullname' | 'link_fullname' | 'locked' | 'created_at' | 'checked_at' | 'gone'>;
const answerColumns = ['post_id', 'account', 'parent_fullname', 'subreddit', 'text', 'state', 'permalink', 'created_at'] as const;
/** A reply that was posted, may have been posted, or is waiting. */
export type PastAnswer = Pick<OutboxRow, (typeof answerColumns)[number]>;

/** The caller must have checked that the post belongs to the user. */
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
    .select(...answerColumns)
    .limit(maxAnswers);
