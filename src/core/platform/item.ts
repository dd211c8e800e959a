/** A post or comment, the same for all sources. Text is well formed (no NUL, no lone surrogates); times are UTC ms. */
export interface FetchedItem {
  /** `t3_…` or `t1_…`; imports without one get `t3_x` + a hash of their text. */
  fullname: string;
  kind: 'post' | 'comment';
  subreddit: string;
  /** Null if the account was deleted or the source doesn't provide it. */
  author: string | null;
  /** For a comment: the title of its thread. */
  title: string;
  body: string;
  url: string | null;
  /** Absolute; null for pasted text. */
  permalink: string | null;
  createdAt: number;
  /** Points on Reddit; null if the source doesn't provide them (RSS, paste). */
  score: number | null;
  numComments: number | null;
  over18: boolean;
  flair: string | null;
  /** For a comment: its parent (`t1_…` or `t3_…`). */
  parentFullname: string | null;
  /** For a comment: the post of its thread (`t3_…`). */
  linkFullname: string | null;
  locked: boolean;
  crosspost: boolean;
  distinguished: boolean;
  /** `deleted`: by its author. `removed`: by moderators. `account`: the author's account was deleted. */
  gone: 'deleted' | 'removed' | 'account' | null;
}
