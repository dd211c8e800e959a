import type { Now, Sleep } from '#core/platform/clock.ts';
import { RedditFailure } from './failure.ts';
import { pauseMs, readRate } from './rate-headers.ts';

/** `interactive`: somebody waits for it. */
export type Priority = 'interactive' | 'background';

export interface BudgetState {
  /** As Reddit last told; null before the first reply with headers and after its window ended. */
  remaining: number | null;
  limit: number | null;
  /** UTC ms. */
  resetAt: number | null;
  /** UTC ms until which nothing is sent, after a 429. */
  pausedUntil: number | null;
  /** Calls of the last ten minutes, by our own count. */
  calls: number;
}

/** Reports how a call that was allowed ended; null when no reply came. */
export type Settle = (reply: { status: number; headers: Headers } | null) => void;

export interface Budget {
  /** Waits for a turn; throws `RedditFailure` (limited, with `retryAt`) when it is further away than one call may wait. */
  take(turn: { priority: Priority; signal?: AbortSignal | undefined }): Promise<Settle>;
  state(): BudgetState;
}

interface Options {
  /** What Reddit grants; ours over ten minutes is ten times this. */
  requestsPerMinute: number;
  now: Now;
  sleep: Sleep;
  /** 0 to 1, for jitter. */
  random: () => number;
}

const windowMs = 600_000;
/** Kept back from background reading, so that polling never starves a person. */
const reserve = 0.1;
const longestWaitMs = { interactive: 10_000, background: 20_000 };

/** The one scheduler of a client id: Reddit counts per app, not per user. Fractions, silence and 429 included. */
export function createBudget({ requestsPerMinute, now, sleep, random }: Options): Budget {
  const capacity = Math.max(1, Math.floor((requestsPerMinute * windowMs) / 60_000));
  let told: { remaining: number; limit: number; resetAt: number } | null = null;
  let sent: number[] = [];
  let underWay = 0;
  let pausedUntil = 0;
  let refusals = 0;

  function freshen(time: number) {
    if (told && told.resetAt <= time) told = null;
    sent = sent.filter((at) => at > time - windowMs);
  }

  /** UTC ms from which a call of this priority may go out. */
  function readyAt(priority: Priority): number {
    const time = now();
    freshen(time);
    const kept = priority === 'background' ? reserve : 0;
    const spent = told && told.remaining - 1 < told.limit * kept;
    const allowed = Math.max(1, Math.floor(capacity * (1 - kept)));
    const oldest = sent[sent.length - allowed];
    return Math.max(time, pausedUntil, spent && told ? told.resetAt : 0, oldest === undefined ? 0 : oldest + windowMs);
  }

  async function take({ priority, signal }: { priority: Priority; signal?: AbortSignal | undefined }): Promise<Settle> {
    for (;;) {
      signal?.throwIfAborted();
      const time = now();
      const at = readyAt(priority);
      if (at <= time) return goAhead(time);
      if (at - time > longestWaitMs[priority])
        throw new RedditFailure('The request budget is used up for now', { kind: 'limited', ofStream: false, retryAt: at });
      await sleep(at - time, signal);
    }
  }

  function goAhead(time: number): Settle {
    sent.push(time);
    underWay += 1;
    if (told) told.remaining -= 1;
    return (reply) => {
      underWay -= 1;
      if (reply) learn(reply.headers);
      if (reply?.status === 429) pause(reply.headers);
      else if (reply) refusals = 0;
    };
  }

  function learn(headers: Headers) {
    const rate = readRate(headers);
    // Calls still on their way are not in Reddit's figure.
    if (rate) told = { remaining: rate.remaining - underWay, limit: rate.used + rate.remaining, resetAt: now() + rate.resetMs };
  }

  function pause(headers: Headers) {
    refusals += 1;
    pausedUntil = Math.max(pausedUntil, now() + pauseMs(headers, { now: now(), refusals, random }));
  }

  function state(): BudgetState {
    const time = now();
    freshen(time);
    const { remaining = null, limit = null, resetAt = null } = told ?? {};
    return { remaining, limit, resetAt, pausedUntil: pausedUntil > time ? pausedUntil : null, calls: sent.length };
  }

  return { take, state };
}
