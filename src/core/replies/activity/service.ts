import type { Activity, ActivityQuery, ActivityState } from '#shared/activity.ts';
import { minuteMs, dayMs } from '#shared/time.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import type { Now } from '#core/platform/clock.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import type { Priority } from '#core/reddit/client/budget.ts';
import type { ConnectedAccount } from '#core/reddit/account/service.ts';
import { accountOf, readPage, stateOf, withoutAccount } from './page.ts';
import { findActivity, forgetActivity, listItems, listTriedBefore } from './queries.ts';
import { createReading } from './reading.ts';
import { type ActivityRow, type OwnItem, ownItemOf } from './rows.ts';

interface Deps {
  db: Db;
  now: Now;
  findConnected: (userId: number) => Promise<ConnectedAccount | null>;
  /** Whether the user has a connection that Reddit no longer accepts. */
  needsReconnect: (userId: number) => Promise<boolean>;
}

const freshMs = 15 * minuteMs;
/** Minimum age for a manual refresh, so that repeated clicks don't use up the shared request budget. */
const minAgeMs = 30_000;
/** Reddit requires deletions to be applied within two days. */
const maxUnconfirmedMs = 2 * dayMs;
const maxKept = 2000;
const batch = 20;

/** A user's own Reddit account with its posts and comments. */
export interface OwnActivity {
  state: ActivityState;
  account: Activity['account'];
  /** Newest first. */
  items: OwnItem[];
  /** True if there may be older items than Reddit lists. */
  capped: boolean;
  /** UTC ms of the last successful read. */
  readAt: number | null;
  /** Error message of the last read, if it failed. */
  error: string | null;
}

interface Options {
  /** Maximum age of the stored activity in ms; default: 15 minutes. `Infinity` never asks Reddit. */
  maxAgeMs?: number;
  signal?: AbortSignal;
  /** Default: `interactive`. */
  priority?: Priority;
}

/** The users' own posts and comments on Reddit, read through their connected account. */
export function createActivity({ db, now, findConnected, needsReconnect }: Deps) {
  const readOnce = createReading({ db, now });

  const isOlder = (row: ActivityRow | undefined, { username }: ConnectedAccount, ageMs: number) =>
    !row || row.username !== username || row.tried_at <= now() - ageMs;

  /** The stored row, after reading from Reddit if it is too old; or why there is none. */
  async function current(
    userId: number,
    { maxAgeMs = freshMs, signal, priority = 'interactive' }: Options,
  ): Promise<ActivityRow | 'not-connected' | 'reconnect'> {
    const account = await findConnected(userId);
    if (!account) return (await needsReconnect(userId)) ? 'reconnect' : 'not-connected';
    if (maxAgeMs < Infinity && isOlder(await findActivity(db, userId), account, Math.max(minAgeMs, maxAgeMs)))
      await readOnce(userId, { account, priority, signal });
    const row = await findActivity(db, userId);
    if (row && (row.error === null || (await findConnected(userId)))) return row;
    return (await needsReconnect(userId)) ? 'reconnect' : 'not-connected';
  }

  return {
    /** For the API: one page. */
    async list(actor: Actor, { refresh, ...query }: ActivityQuery): Promise<Activity> {
      const row = await current(userIdOf(actor), refresh ? { maxAgeMs: 0 } : {});
      return typeof row === 'string' ? withoutAccount(row) : readPage(db, row, query);
    },

    /** For other areas: everything, read again if older than `maxAgeMs`. Doesn't throw if Reddit fails. */
    async read(actor: Actor, options: Options = {}): Promise<OwnActivity> {
      const userId = userIdOf(actor);
      const row = await current(userId, options);
      if (typeof row === 'string') return { state: row, account: null, items: [], capped: false, readAt: null, error: null };
      const items = (await listItems(db, { userId, cursor: null, limit: maxKept })).map(ownItemOf);
      const state = stateOf(row, items.length);
      return { state, account: accountOf(row), items, capped: row.capped === 1, readAt: row.read_at, error: row.error };
    },

    /** For the job: reads again after a day, and deletes what couldn't be confirmed for two days. */
    async refreshDue(signal: AbortSignal): Promise<{ read: number; forgotten: number }> {
      const done = { read: 0, forgotten: 0 };
      for (const { user_id } of await listTriedBefore(db, now() - dayMs, batch)) {
        if (signal.aborted) break;
        const account = await findConnected(user_id);
        if (account) await readOnce(user_id, { account, priority: 'background', signal });
        const row = await findActivity(db, user_id);
        const isConfirmed = account !== null && (row?.read_at ?? 0) > now() - maxUnconfirmedMs;
        if (!isConfirmed) await transact(db, (trx) => forgetActivity(trx, user_id));
        if (isConfirmed) done.read += 1;
        else done.forgotten += 1;
      }
      return done;
    },
  };
}
export type ActivityReader = ReturnType<typeof createActivity>;
