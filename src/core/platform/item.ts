import { dayMs } from '#shared/time.ts';
import { isoTime } from './clock.ts';

/** An unknown time: long before any post, so that the item never counts as new. */
export const unknownTime = 0;
/** An earlier time is a typing error or a placeholder, such as 1601, 1900, and 1970: it counts as unknown. */
export const earliestTime = Date.UTC(1990, 0);

/** A time of a site, in ms or as a date: unknown if it is none, before `earliestTime`, or more than a day ahead. */
export function timeOf(given: number | string | null, now: number): number {
  const time = typeof given === 'string' ? Date.parse(given) : Math.floor(given ?? Number.NaN);
  return time >= earliestTime && time <= now + dayMs ? time : unknownTime;
}

/** The newest time up to now; null if there is none. */
export const newestOf = (items: readonly Pick<FetchedItem, 'createdAt'>[], before: number | null, now: number): number | null =>
  items.reduce((newest, { createdAt }) => (createdAt <= now ? Math.max(newest, createdAt) : newest), before ?? 0) || null;

/** Also where the source doesn't say when: it shows what is new. */
export const mayBeSince = ({ createdAt }: Pick<FetchedItem, 'createdAt'>, since: number): boolean =>
  createdAt === unknownTime || createdAt >= since;

/** ISO 8601; null when unknown. */
export const writtenAt = (time: number): string | null => (time === unknownTime ? null : isoTime(time));

/** A post or comment, the same for all sources. Text is well formed (no NUL, no lone surrogates); times are UTC ms. */
export interface FetchedItem {
  /** `t3_…` or `t1_…`; imports without one get `t3_x` + a hash of their text. Elsewhere: `hn_…`, `feed_…`; see shared/origin.ts. */
  fullname: string;
  kind: 'post' | 'comment';
  /** Outside Reddit, the name of the site or feed as shown. */
  subreddit: string;
  /** Null if the account was deleted or the source doesn't provide it. */
  author: string | null;
  /** For a comment: the title of its thread. */
  title: string;
  body: string;
  url: string | null;
  /** Absolute; null for pasted text. */
  permalink: string | null;
  /** `unknownTime` if the source doesn't provide it. */
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

/** What is unknown about a post of which there is only text. */
export const textOnly = {
  url: null,
  permalink: null,
  score: null,
  numComments: null,
  over18: false,
  flair: null,
  parentFullname: null,
  linkFullname: null,
  locked: false,
  crosspost: false,
  distinguished: false,
  gone: null,
} as const satisfies Partial<FetchedItem>;
