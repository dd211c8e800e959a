/**
 * One post or comment as every source hands it on: Reddit's facts in our spelling, text already made
 * well-formed (no NUL, no lone surrogates), times in UTC milliseconds.
 */
export interface FetchedItem {
  /** `t3_…` or `t1_…`; imports without one get `t3_x` + a hash of their text. */
  fullname: string;
  kind: 'post' | 'comment';
  subreddit: string;
  /** Null when the account is gone or the source does not tell. */
  author: string | null;
  /** For a comment: the title of its thread. */
  title: string;
  body: string;
  url: string | null;
  /** Absolute; null for pasted text. */
  permalink: string | null;
  createdAt: number;
  /** Reddit's points; null where the source does not tell (RSS, paste). */
  score: number | null;
  numComments: number | null;
  over18: boolean;
  flair: string | null;
  /** Of a comment: what it answers (`t1_…` or `t3_…`). */
  parentFullname: string | null;
  /** Of a comment: the post of its thread (`t3_…`). */
  linkFullname: string | null;
  locked: boolean;
  crosspost: boolean;
  distinguished: boolean;
  /** `deleted`: by its author. `removed`: by moderators. `account`: the author's account is gone. */
  gone: 'deleted' | 'removed' | 'account' | null;
}
