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
  /** The user connected an account that Reddit no longer accepts. */
  needsReconnect: (userId: number) => Promise<boolean>;
}

const freshMs = 15 * minuteMs;
/** Somebody who presses the button again and again costs nobody else their turn. */
const leastMs = 30_000;
/** Reddit wants what is deleted there to be gone elsewhere within two days. */
const unprovenMs = 2 * dayMs;
const maxKept = 2000;
const batch = 20;

/** Everything that is known of a user's own account and what it wrote. */
export interface OwnActivity {
  state: ActivityState;
  account: Activity['account'];
  /** Newest first. */
  items: OwnItem[];
  /** There may be older ones than Reddit lists. */
  capped: boolean;
  /** UTC ms of the last good reading. */
  readAt: number | null;
  /** Why the last reading failed, in words. */
  error: string | null;
}

interface Options {
  /** How old, in milliseconds, what was read may be; a quarter of an hour by default. `Infinity` never asks Reddit. */
  maxAgeMs?: number;
  signal?: AbortSignal;
  /** `interactive` when absent. */
  priority?: Priority;
}

/** What the users wrote on Reddit themselves, read through their own connected account. */
export function createActivity({ db, now, findConnected, needsReconnect }: Deps) {
  const readOnce = createReading({ db, now });

  const isOlder = (row: ActivityRow | undefined, { username }: ConnectedAccount, ageMs: number) =>
    !row || row.username !== username || row.tried_at <= now() - ageMs;

  /** The row as it stands after asking Reddit, where it was time to; or why there is none. */
  async function current(
    userId: number,
    { maxAgeMs = freshMs, signal, priority = 'interactive' }: Options,
  ): Promise<ActivityRow | 'not-connected' | 'reconnect'> {
    const account = await findConnected(userId);
    if (!account) return (await needsReconnect(userId)) ? 'reconnect' : 'not-connected';
    if (maxAgeMs < Infinity && isOlder(await findActivity(db, userId), account, Math.max(leastMs, maxAgeMs)))
      await readOnce(userId, { account, priority, signal });
    const row = await findActivity(db, userId);
    if (row && (row.error === null || (await findConnected(userId)))) return row;
    return (await needsReconnect(userId)) ? 'reconnect' : 'not-connected';
  }

  return {
    /** For the API: a page of it. */
    async list(actor: Actor, { refresh, ...query }: ActivityQuery): Promise<Activity> {
      const row = await current(userIdOf(actor), refresh ? { maxAgeMs: 0 } : {});
      return typeof row === 'string' ? withoutAccount(row) : readPage(db, row, query);
    },

    /** For other areas: all of it, asked of Reddit again when it is older than `maxAgeMs`. Never throws for Reddit's troubles. */
    async read(actor: Actor, options: Options = {}): Promise<OwnActivity> {
      const userId = userIdOf(actor);
      const row = await current(userId, options);
      if (typeof row === 'string') return { state: row, account: null, items: [], capped: false, readAt: null, error: null };
      const items = (await listItems(db, { userId, cursor: null, limit: maxKept })).map(ownItemOf);
      const state = stateOf(row, items.length);
      return { state, account: accountOf(row), items, capped: row.capped === 1, readAt: row.read_at, error: row.error };
    },

    /** For the job: reads again what was not looked at for a day, and forgets what Reddit does not confirm any more. */
    async refreshDue(signal: AbortSignal): Promise<{ read: number; forgotten: number }> {
      const done = { read: 0, forgotten: 0 };
      for (const { user_id } of await listTriedBefore(db, now() - dayMs, batch)) {
        if (signal.aborted) break;
        const account = await findConnected(user_id);
        if (account) await readOnce(user_id, { account, priority: 'background', signal });
        const row = await findActivity(db, user_id);
        const isProven = account !== null && (row?.read_at ?? 0) > now() - unprovenMs;
        if (!isProven) await transact(db, (trx) => forgetActivity(trx, user_id));
        if (isProven) done.read += 1;
        else done.forgotten += 1;
      }
      return done;
    },
  };
}
export type ActivityReader = ReturnType<typeof createActivity>;
