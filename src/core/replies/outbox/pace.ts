import { dayMs } from '#shared/time.ts';
import type { Trx } from '#core/platform/db/connect.ts';
import { caps } from './enqueue.ts';
import { findCrowding, lastTry, type OutboxRow } from './queries.ts';

const spacingMs = 90_000;

export interface Pause {
  until: number;
  /** Why it was moved. */
  words: string;
}

/** How long this account has to be silent before it may send this one; null: it may speak. */
export async function findPause(trx: Trx, { account, subreddit, scheduled_at }: OutboxRow, now: number): Promise<Pause | null> {
  const free = ((await lastTry(trx, account)) ?? -spacingMs) + spacingMs;
  if (free > now) return { until: free, words: 'Moved a little: 90 seconds lie between two answers of an account.' };
  // What goes out at once was weighed when it was written down.
  if (scheduled_at === null) return null;
  const since = now - dayMs;
  const all = await findCrowding(trx, { account, since, most: caps.account });
  if (all !== undefined) return { until: all + dayMs, words: `Moved: ${caps.account} answers went out within 24 hours.` };
  const here = await findCrowding(trx, { account, since, subreddit, most: caps.subreddit });
  return here === undefined
    ? null
    : { until: here + dayMs, words: `Moved: ${caps.subreddit} answers went to r/${subreddit} within 24 hours.` };
}
