import type { Now, Sleep } from '#core/platform/clock.ts';
import { type Budget, type BudgetState, longestWaitMs, overdue, type Priority, reserve, type Settle, windowMs } from './budget.ts';
import { pauseMs, readRate } from './rate-headers.ts';
import type { SharedStore } from './shared-store.ts';

/** What all servers know. Times in UTC ms. */
interface Shared {
  /** Calls by the start of their interval. */
  sent: [at: number, count: number][];
  reported: { remaining: number; limit: number; resetAt: number } | null;
  pausedUntil: number;
  refusals: number;
}

interface Options {
  requestsPerMinute: number;
  now: Now;
  sleep: Sleep;
  random: () => number;
  store: SharedStore;
  /** Of the row. */
  name: string;
}

const none: Shared = { sent: [], reported: null, pausedUntil: 0, refusals: 0 };
/** Calls are counted in intervals, so that the row stays small. */
const intervalMs = 10_000;
/** Reddit's windows of two responses are the same if they end this close to each other. */
const sameWindowMs = 5_000;

function current(shared: Shared | null, time: number): Shared {
  const { sent, reported, pausedUntil, refusals } = shared ?? none;
  return {
    sent: sent.filter(([at]) => at > time - windowMs - intervalMs),
    reported: reported && reported.resetAt > time ? reported : null,
    pausedUntil,
    refusals,
  };
}

const countOf = ({ sent }: Shared): number => sent.reduce((sum, [, count]) => sum + count, 0);

/** UTC ms until which the calls of the window leave no room for another one; 0 if they do. */
function freeAt(shared: Shared, allowed: number): number {
  let left = countOf(shared);
  for (const [at, count] of shared.sent) {
    if (left < allowed) return 0;
    left -= count;
    if (left < allowed) return at + windowMs + intervalMs;
  }
  return 0;
}

function readyAt(shared: Shared, priority: Priority, { capacity, time }: { capacity: number; time: number }): number {
  const kept = priority === 'background' ? reserve : 0;
  const { reported, pausedUntil } = shared;
  const resetAt = reported && reported.remaining - 1 < reported.limit * kept ? reported.resetAt : 0;
  return Math.max(time, pausedUntil, resetAt, freeAt(shared, Math.max(1, Math.floor(capacity * (1 - kept)))));
}

function withCall(shared: Shared, time: number): Shared {
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

/** The budget of a client ID that several servers share: each call is counted in one row before it is sent. */
export function createSharedBudget({ requestsPerMinute, now, sleep, random, store, name }: Options): Budget {
  const capacity = Math.max(1, Math.floor((requestsPerMinute * windowMs) / 60_000));
  /** As last seen here. */
  let seen: Shared = none;
  let underWay = 0;

  /** 0 if a call was counted, or the time to wait until. */
  const tryTake = (priority: Priority): Promise<number> =>
    store.change<Shared, number>(name, (stored) => {
      const time = now();
      const shared = current(stored, time);
      const at = readyAt(shared, priority, { capacity, time });
      seen = at > time ? shared : withCall(shared, time);
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
        seen = withReply(current(stored, of.time), reply, of);
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
      const shared = current(seen, time);
      const { remaining = null, limit = null, resetAt = null } = shared.reported ?? {};
      return { remaining, limit, resetAt, pausedUntil: shared.pausedUntil > time ? shared.pausedUntil : null, calls: countOf(shared) };
    },
  };
}
