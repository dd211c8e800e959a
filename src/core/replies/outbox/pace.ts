import { dayMs } from '#shared/time.ts';
import type { Trx } from '#core/platform/db/connect.ts';
import { caps } from './enqueue.ts';
import { findCrowding, lastTry, type OutboxRow } from './queries.ts';

const spacingMs = 90_000;

export interface Pause {
  until: number;
  /** Why the reply has to wait; shown to the user. */
  reason: string;
}

/** How long this account has to wait before it may send this reply; null if it may send it now. */
export async function findPause(trx: Trx, { account, subreddit, scheduled_at }: OutboxRow, now: number): Promise<Pause | null> {
  const free = ((await lastTry(trx, account)) ?? -spacingMs) + spacingMs;
  if (free > now) return { until: free, reason: 'Delayed: replies of an account are at least 90 seconds apart.' };
  // The daily limits of an unscheduled reply were checked when it was stored.
  if (scheduled_at === null) return null;
  const since = now - dayMs;
  const all = await findCrowding(trx, { account, since, max: caps.account });
  if (all !== undefined) return { until: all + dayMs, reason: `Delayed: ${caps.account} replies were sent within 24 hours.` };
  const here = await findCrowding(trx, { account, since, subreddit, max: caps.subreddit });
  return here === undefined
    ? null
    : { until: here + dayMs, reason: `Delayed: ${caps.subreddit} replies were sent to r/${subreddit} within 24 hours.` };
}
