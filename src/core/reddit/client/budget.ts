import type { Now, Sleep } from '#core/platform/clock.ts';
import { retryAfterMs } from '#core/platform/http/upstream.ts';
import { RedditFailure } from './failure.ts';
import { createMemoryStore, type SharedStore } from './shared-budget-queries.ts';

const shortestPauseMs = 1000;
const longestResetMs = 600_000;
const longestPauseMs = 3_600_000;

/** Reads the `X-Ratelimit-*` headers; null if one of them is missing or not a number. `remaining` may have a fraction. */
function readRate(headers: Headers): { used: number; remaining: number; resetMs: number } | null {
  const used = numberOf(headers.get('x-ratelimit-used'));
  const remaining = numberOf(headers.get('x-ratelimit-remaining'));
  const reset = numberOf(headers.get('x-ratelimit-reset'));
  return used === null || remaining === null || reset === null
    ? null
    : { used, remaining, resetMs: Math.max(reset * 1000, shortestPauseMs) };
}

/** How long to pause after a 429: `Retry-After`, or until the window resets, or one minute that doubles with each consecutive 429. */
export function pauseMs(headers: Headers, { now, refusals, random }: { now: number; refusals: number; random: () => number }): number {
  const reset = numberOf(headers.get('x-ratelimit-reset'));
  const blind = Math.min(longestResetMs, 60_000 * 2 ** (refusals - 1)) * (1 + random() / 4);
  const asked = retryAfterMs(headers, now) ?? (reset === null ? blind : Math.min(reset * 1000, longestResetMs));
  return Math.min(longestPauseMs, Math.max(shortestPauseMs, asked));
}

function numberOf(text: string | null): number | null {
  const number = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) && number >= 0 ? number : null;
}

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
  /** Where several servers share the budget; in memory if absent. */
  shared?: { store: SharedStore; name: string } | undefined;
}

const windowMs = 600_000;
/** Share that background calls leave for users who are waiting. */
const reserve = 0.1;
const longestWaitMs = { interactive: 10_000, background: 20_000 };

/** Says that a call would have to wait too long. */
const overdue = (retryAt: number): RedditFailure =>
  new RedditFailure('The request budget is used up for now', { kind: 'limited', ofStream: false, retryAt });

/** What all servers know. Times in UTC ms. */
interface Shared {
  /** Calls by the start of their interval. */
  sent: [at: number, count: number][];
  reported: { remaining: number; limit: number; resetAt: number } | null;
  pausedUntil: number;
  refusals: number;
}

const none: Shared = { sent: [], reported: null, pausedUntil: 0, refusals: 0 };
/** Reddit's windows of two responses are the same if they end this close to each other. */
const sameWindowMs = 5_000;

function current(shared: Shared | null, time: number, intervalMs: number): Shared {
  const { sent, reported, pausedUntil, refusals } = shared ?? none;
  return {
    sent: sent.filter(([at]) => at + intervalMs > time - windowMs + 1),
    reported: reported && reported.resetAt > time ? reported : null,
    pausedUntil,
    refusals,
  };
}

const countOf = ({ sent }: Shared): number => sent.reduce((sum, [, count]) => sum + count, 0);

/** UTC ms until which the calls of the window leave no room for another one; 0 if they do. */
function freeAt(shared: Shared, allowed: number, intervalMs: number): number {
  let left = countOf(shared);
  for (const [at, count] of shared.sent) {
    if (left < allowed) return 0;
    left -= count;
    if (left < allowed) return at + windowMs + intervalMs - 1;
  }
  return 0;
}

function readyAt(
  shared: Shared,
  priority: Priority,
  { capacity, time, intervalMs }: { capacity: number; time: number; intervalMs: number },
): number {
  const kept = priority === 'background' ? reserve : 0;
  const { reported, pausedUntil } = shared;
  const resetAt = reported && reported.remaining - 1 < reported.limit * kept ? reported.resetAt : 0;
  return Math.max(time, pausedUntil, resetAt, freeAt(shared, Math.max(1, Math.floor(capacity * (1 - kept))), intervalMs));
}

function withCall(shared: Shared, time: number, intervalMs: number): Shared {
  const at = Math.floor(time / intervalMs) * intervalMs;
  const last = shared.sent.at(-1);
  const sent: Shared['sent'] = last?.[0] === at ? [...shared.sent.slice(0, -1), [at, last[1] + 1]] : [...shared.sent, [at, 1]];
  const { reported } = shared;
  return { ...shared, sent, reported: reported && { ...reported, remaining: reported.remaining - 1 } };
}

interface Reply {
  status: number;
  headers: Headers;
}

/** `underWay`: calls of this server, which Reddit's number doesn't include. Within a window, the lowest number counts. */
function withReply(shared: Shared, { status, headers }: Reply, of: { time: number; underWay: number; random: () => number }): Shared {
  const { time, underWay, random } = of;
  const rate = readRate(headers);
  const latest = rate && { remaining: rate.remaining - underWay, limit: rate.used + rate.remaining, resetAt: time + rate.resetMs };
  const { reported } = shared;
  const isSame = latest && reported && Math.abs(latest.resetAt - reported.resetAt) < sameWindowMs;
  const next = isSame ? { ...latest, remaining: Math.min(latest.remaining, reported.remaining) } : (latest ?? reported);
  if (status !== 429) return { ...shared, reported: next, refusals: 0 };
  const refusals = shared.refusals + 1;
  const pausedUntil = Math.max(shared.pausedUntil, time + pauseMs(headers, { now: time, refusals, random }));
  return { ...shared, reported: next, refusals, pausedUntil };
}

/**
 * Rate limiter of a client ID (Reddit counts per app, not per user). Copes with fractions, missing headers, and 429s. Where several
 * servers share it, each call is counted in one row before it is sent.
 */
export function createBudget({
  requestsPerMinute,
  now,
  sleep,
  random,
  shared: { store, name } = { store: createMemoryStore(), name: '' },
}: Options): Budget {
  const capacity = Math.max(1, Math.floor((requestsPerMinute * windowMs) / 60_000));
  const { intervalMs } = store;
  /** As last seen here. */
  let seen: Shared = none;
  let underWay = 0;

  /** 0 if a call was counted, or the time to wait until. */
  const tryTake = (priority: Priority): Promise<number> =>
    store.change<Shared, number>(name, (stored) => {
      const time = now();
      const shared = current(stored, time, intervalMs);
      const at = readyAt(shared, priority, { capacity, time, intervalMs });
      seen = at > time ? shared : withCall(shared, time, intervalMs);
      return { state: seen, result: at > time ? at : 0 };
    });

  const settle: Settle = (reply) => {
    underWay -= 1;
    if (!reply) return;
    const of = { time: now(), underWay, random };
    // Whoever asks for the state next must see a pause at once.
    seen = withReply(seen, reply, of);
    store
      .change<Shared, void>(name, (stored) => {
        seen = withReply(current(stored, of.time, intervalMs), reply, of);
        return { state: seen, result: undefined };
      })
      .catch((error: unknown) => store.report(error));
  };

  return {
    async take({ priority, signal }) {
      for (;;) {
        signal?.throwIfAborted();
        const at = await tryTake(priority);
        if (at === 0) {
          underWay += 1;
          return settle;
        }
        const waitMs = at - now();
        if (waitMs > longestWaitMs[priority]) throw overdue(at);
        await sleep(Math.max(1, waitMs), signal);
      }
    },
    state(): BudgetState {
      const time = now();
      const shared = current(seen, time, intervalMs);
      const { remaining = null, limit = null, resetAt = null } = shared.reported ?? {};
      return { remaining, limit, resetAt, pausedUntil: shared.pausedUntil > time ? shared.pausedUntil : null, calls: countOf(shared) };
    },
  };
}
