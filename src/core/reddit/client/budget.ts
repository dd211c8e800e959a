import type { Now, Sleep } from '#core/platform/clock.ts';
import { RedditFailure } from './failure.ts';
import { pauseMs, readRate } from './rate-headers.ts';

/** `interactive`: a user is waiting for it. */
export type Priority = 'interactive' | 'background';

export interface BudgetState {
  /** As last reported by Reddit; null before the first response with headers and after its window has ended. */
  remaining: number | null;
  limit: number | null;
  /** UTC ms. */
  resetAt: number | null;
  /** UTC ms until which nothing is sent, after a 429. */
  pausedUntil: number | null;
  /** Calls of the last ten minutes, counted here. */
  calls: number;
}

/** To be called when the call has ended; null if there was no response. */
export type Settle = (reply: { status: number; headers: Headers } | null) => void;

export interface Budget {
  /** Waits until a call may be sent. Throws `RedditFailure` (limited, with `retryAt`) if that takes too long. */
  take(turn: { priority: Priority; signal?: AbortSignal | undefined }): Promise<Settle>;
  state(): BudgetState;
}

interface Options {
  /** Reddit's limit; enforced here over ten minutes. */
  requestsPerMinute: number;
  now: Now;
  sleep: Sleep;
  /** 0 to 1, for jitter. */
  random: () => number;
}

export const windowMs = 600_000;
/** Share that background calls leave for users who are waiting. */
export const reserve = 0.1;
export const longestWaitMs = { interactive: 10_000, background: 20_000 };

/** Says that a call would have to wait too long. */
export const overdue = (retryAt: number): RedditFailure =>
  new RedditFailure('The request budget is used up for now', { kind: 'limited', ofStream: false, retryAt });

/** Rate limiter of a client ID (Reddit counts per app, not per user). Copes with fractions, missing headers, and 429s. */
export function createBudget({ requestsPerMinute, now, sleep, random }: Options): Budget {
  const capacity = Math.max(1, Math.floor((requestsPerMinute * windowMs) / 60_000));
  let reported: { remaining: number; limit: number; resetAt: number } | null = null;
  let sent: number[] = [];
  let underWay = 0;
  let pausedUntil = 0;
  let refusals = 0;

  function dropExpired(time: number) {
    if (reported && reported.resetAt <= time) reported = null;
    sent = sent.filter((at) => at > time - windowMs);
  }

  /** UTC ms from which a call of this priority may go out. */
  function readyAt(priority: Priority): number {
    const time = now();
    dropExpired(time);
    const kept = priority === 'background' ? reserve : 0;
    const spent = reported && reported.remaining - 1 < reported.limit * kept;
    const allowed = Math.max(1, Math.floor(capacity * (1 - kept)));
    const oldest = sent[sent.length - allowed];
    return Math.max(time, pausedUntil, spent && reported ? reported.resetAt : 0, oldest === undefined ? 0 : oldest + windowMs);
  }

  async function take({ priority, signal }: { priority: Priority; signal?: AbortSignal | undefined }): Promise<Settle> {
    for (;;) {
      signal?.throwIfAborted();
      const time = now();
      const at = readyAt(priority);
      if (at <= time) return start(time);
      if (at - time > longestWaitMs[priority]) throw overdue(at);
      await sleep(at - time, signal);
    }
  }

  function start(time: number): Settle {
    sent.push(time);
    underWay += 1;
    if (reported) reported.remaining -= 1;
    return (reply) => {
      underWay -= 1;
      if (reply) learn(reply.headers);
      if (reply?.status === 429) pause(reply.headers);
      else if (reply) refusals = 0;
    };
  }

  function learn(headers: Headers) {
    const rate = readRate(headers);
    // Reddit's number doesn't include calls in flight.
    if (rate) reported = { remaining: rate.remaining - underWay, limit: rate.used + rate.remaining, resetAt: now() + rate.resetMs };
  }

  function pause(headers: Headers) {
    refusals += 1;
    pausedUntil = Math.max(pausedUntil, now() + pauseMs(headers, { now: now(), refusals, random }));
  }

  function state(): BudgetState {
    const time = now();
    dropExpired(time);
    const { remaining = null, limit = null, resetAt = null } = reported ?? {};
    return { remaining, limit, resetAt, pausedUntil: pausedUntil > time ? pausedUntil : null, calls: sent.length };
  }

  return { take, state };
}
