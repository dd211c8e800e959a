import type { PostDetail } from '#shared/posts.ts';
import type { Subreddit } from '#shared/subreddits.ts';
import { minuteMs, hourMs, dayMs } from '#shared/time.ts';
import type { OwnActivity } from '../activity/service.ts';
import type { PastAnswer, Target } from './queries.ts';
import type { ThreadState } from './thread-state.ts';

/** All that the points are made of. Times are UTC milliseconds. */
export interface Facts {
  now: number;
  post: PostDetail;
  target: Target;
  /** The answer; empty while nothing is written. */
  text: string;
  place: Subreddit;
  own: OwnActivity;
  /** Null where it could not be asked. */
  thread: ThreadState | null;
  /** Of this user in the last 90 days, newest first. */
  answers: readonly PastAnswer[];
  /** How the user's own offers are named: hosts of their websites, and names. */
  brands: readonly string[];
  caps: { account: number; subreddit: number };
}

const steps: { upTo: number; of: [number, string] }[] = [
  { upTo: hourMs, of: [minuteMs, 'minute'] },
  { upTo: 2 * dayMs, of: [hourMs, 'hour'] },
  { upTo: 730 * dayMs, of: [dayMs, 'day'] },
];

/** For comparing: small letters, single spaces, nothing at the ends. */
export const plain = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** "3 hours", "12 days", "9 years". */
export function span(ms: number): string {
  const [size, unit] = steps.find(({ upTo }) => ms < upTo)?.of ?? [365 * dayMs, 'year'];
  const count = Math.max(1, Math.floor(ms / size));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
