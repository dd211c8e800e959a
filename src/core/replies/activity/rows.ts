import type { FetchedItem } from '#core/platform/item.ts';
import { type Fields, timeOf, wholeOrNull } from '#core/reddit/client/wire.ts';
import type { OwnActivityRow, OwnItemsRow } from '../tables.ts';

/** A user's own post or comment. Times are UTC milliseconds. */
export interface OwnItem extends Pick<
  FetchedItem,
  'fullname' | 'kind' | 'subreddit' | 'title' | 'body' | 'url' | 'permalink' | 'createdAt' | 'numComments' | 'locked'
> {
  points: number | null;
  /** Removed by moderators. Only known for posts: to its author, a removed comment looks normal. */
  removed: boolean;
  parentFullname: string | null;
  linkFullname: string | null;
}

export type OwnItemRow = OwnItemsRow;
export type ActivityRow = OwnActivityRow;

export const ownItemOf = (row: OwnItemRow): OwnItem => ({
  fullname: row.fullname,
  kind: row.kind,
  subreddit: row.subreddit,
  title: row.title,
  body: row.body,
  url: row.url,
  permalink: row.permalink,
  createdAt: row.created_at,
  points: row.points,
  numComments: row.num_comments,
  locked: row.locked === 1,
  removed: row.removed === 1,
  parentFullname: row.parent_fullname,
  linkFullname: row.link_fullname,
});

export const rowOf = (item: FetchedItem): Omit<OwnItemRow, 'id' | 'user_id' | 'username'> => ({
  fullname: item.fullname,
  kind: item.kind,
  subreddit: item.subreddit,
  title: item.title,
  body: item.body,
  url: item.url,
  permalink: item.permalink,
  created_at: item.createdAt,
  points: item.score,
  num_comments: item.numComments,
  locked: item.locked ? 1 : 0,
  removed: item.gone === 'removed' ? 1 : 0,
  parent_fullname: item.parentFullname,
  link_fullname: item.linkFullname,
});

export type AccountFacts = Pick<
  ActivityRow,
  'account_created_at' | 'link_karma' | 'comment_karma' | 'total_karma' | 'email_verified' | 'suspended'
>;

const flagOrNull = (value: unknown): number | null => (typeof value === 'boolean' ? Number(value) : null);

/** Account facts from `/api/v1/me`; null for missing fields. */
export const factsOf = (me: Fields): AccountFacts => ({
  account_created_at: timeOf(me.created_utc),
  link_karma: wholeOrNull(me.link_karma),
  comment_karma: wholeOrNull(me.comment_karma),
  total_karma: wholeOrNull(me.total_karma),
  email_verified: flagOrNull(me.has_verified_email),
  suspended: flagOrNull(me.is_suspended),
});
