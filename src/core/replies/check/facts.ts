import type { PostDetail } from '#shared/posts.ts';
import type { Subreddit } from '#shared/subreddits.ts';
import { minuteMs, hourMs, dayMs } from '#shared/time.ts';
import type { OwnActivity } from '../activity/service.ts';
import type { PastAnswer, Target } from './queries.ts';
import type { ThreadState } from './thread-state.ts';

/** Input of the check. Times are UTC ms. */
export interface Facts {
  now: number;
  post: PostDetail;
  target: Target;
  /** Text of the reply; empty if nothing is written yet. */
  text: string;
  community: Subreddit;
  own: OwnActivity;
  /** Null if it couldn't be read. */
  thread: ThreadState | null;
  /** This user's replies of the last 90 days, newest first. */
  answers: readonly PastAnswer[];
  /** Hosts of the user's websites, and the product names in them. */
  brands: readonly string[];
  caps: { account: number; subreddit: number };
}

const units: { upTo: number; of: [number, string] }[] = [
  { upTo: hourMs, of: [minuteMs, 'minute'] },
  { upTo: 2 * dayMs, of: [hourMs, 'hour'] },
  { upTo: 730 * dayMs, of: [dayMs, 'day'] },
];

/** Normalizes text for comparison: lower case, single spaces, trimmed. */
export const plain = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** "3 hours", "12 days", "9 years". */
export function span(ms: number): string {
  const [size, unit] = units.find(({ upTo }) => ms < upTo)?.of ?? [365 * dayMs, 'year'];
  const count = Math.max(1, Math.floor(ms / size));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
