import type { Activity, ActivityQuery, ActivityState } from '#shared/activity.ts';
import { minuteMs, dayMs } from '#shared/time.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import { isoTime, type Now } from '#core/platform/clock.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import { readCursor, writeCursor } from '#core/platform/paging/cursor.ts';
import type { ConnectedAccount } from '#core/reddit/account/service.ts';
import type { Priority } from '#core/reddit/client/budget.ts';
import { RedditFailure } from '#core/reddit/client/failure.ts';
import { createListings } from '#core/reddit/client/listings.ts';
import { fieldsOf } from '#core/reddit/client/wire.ts';
import {
  countItems,
  listItems,
  findActivity,
  forgetActivity,
  listTriedBefore,
  type OwnAccount,
  replaceItems,
  saveActivity,
} from './queries.ts';
import { type ActivityRow, type OwnItem, ownItemOf, type AccountFacts, factsOf, rowOf } from './rows.ts';

/** Reddit cuts every listing off at about a thousand items. */
const maxPages = 10;
const nearCap = 900;
const nothingKnown: AccountFacts = {
  account_created_at: null,
  link_karma: null,
  comment_karma: null,
  total_karma: null,
  email_verified: null,
  suspended: null,
};

interface ReadRequest {
  account: ConnectedAccount;
  priority: Priority;
  signal?: AbortSignal | undefined;
}

async function askReddit({ account: { api, username }, priority, signal }: ReadRequest) {
  const options = { priority, ...(signal ? { signal } : {}) };
  const me = fieldsOf(await api.get('/api/v1/me', {}, options));
  if (!me) throw new RedditFailure("Reddit didn't return the account", { kind: 'broken', ofStream: false });
  const path = `/user/${encodeURIComponent(username)}/overview`;
  const walk = await createListings(api).walk({ path, query: { sort: 'new' }, enough: () => false, maxPages: maxPages, ...options });
  return { me: factsOf(me), walk };
}

/** Reads an account's posts and comments from Reddit and stores them; items deleted there are deleted here. One read per account at a time. */
function createReading({ db, now }: { db: Db; now: Now }) {
  const underway = new Map<string, Promise<void>>();

  async function keep(of: OwnAccount, answer: Awaited<ReturnType<typeof askReddit>>): Promise<void> {
    const { items, reached, failure } = answer.walk;
    const existing = items.filter(({ gone }) => gone === null || gone === 'removed');
    await transact(db, async (trx) => {
      const before = await findActivity(trx, of);
      // An interrupted listing says nothing about older items.
      await replaceItems(trx, of, { rows: existing.map(rowOf), since: failure ? reached : null });
      await saveActivity(trx, {
        ...of,
        ...answer.me,
        capped: items.length >= nearCap ? 1 : 0,
        read_at: failure ? (before?.read_at ?? null) : now(),
        tried_at: now(),
        error: failure?.message ?? null,
      });
    });
  }

  /** Keeps the stored items and records the error. */
  async function keepFailure(of: OwnAccount, { message }: RedditFailure): Promise<void> {
    await transact(db, async (trx) => {
      const base = (await findActivity(trx, of)) ?? { ...of, ...nothingKnown, capped: 0, read_at: null };
      await saveActivity(trx, { ...base, tried_at: now(), error: message });
    });
  }

  async function read(of: OwnAccount, asking: ReadRequest): Promise<void> {
    try {
      await keep(of, await askReddit(asking));
    } catch (error) {
      asking.signal?.throwIfAborted();
      if (!(error instanceof RedditFailure)) throw error;
      await keepFailure(of, error);
    }
  }

  return function readOnce(userId: number, asking: ReadRequest): Promise<void> {
    const { username } = asking.account;
    const key = `${userId} ${username}`;
    const running = underway.get(key);
    if (running) return running;
    const made = read({ user_id: userId, username }, asking).finally(() => void underway.delete(key));
    underway.set(key, made);
    return made;
  };
}

const flagOrNull = (flag: number | null): boolean | null => (flag === null ? null : flag === 1);

const accountOf = (row: ActivityRow): NonNullable<Activity['account']> => ({
  username: row.username,
  createdAt: isoTime(row.account_created_at),
  linkKarma: row.link_karma,
  commentKarma: row.comment_karma,
  totalKarma: row.total_karma,
  emailVerified: flagOrNull(row.email_verified),
  suspended: flagOrNull(row.suspended),
});

/** A new account starts with one point of karma; more than that was earned by items that Reddit doesn't list. */
function stateOf(row: ActivityRow, count: number): ActivityState {
  if (count > 0) return 'ok';
  if (row.read_at === null) return 'failed';
  return Math.max(row.link_karma ?? 0, row.comment_karma ?? 0, row.total_karma ?? 0) > 2 ? 'hidden' : 'empty';
}

function shown({ createdAt, points, ...item }: OwnItem): Activity['items'][number] {
  return { ...item, createdAt: isoTime(createdAt), score: points };
}

const withoutAccount = (state: ActivityState): Activity => ({
  state,
  account: null,
  counts: { posts: 0, comments: 0 },
  capped: false,
  readAt: null,
  error: null,
  items: [],
  nextCursor: null,
  total: null,
});

/** One page of the stored activity of an account. */
async function readPage(db: Db, row: ActivityRow, { limit, cursor, kind }: ActivityQuery): Promise<Activity> {
  const { user_id: userId, username } = row;
  const sort = `activity ${kind ?? 'all'}`;
  const rows = await listItems(db, { userId, username, kind, cursor: readCursor(cursor, sort), limit: limit + 1 });
  const counts = await countItems(db, row);
  const all = counts.posts + counts.comments;
  const last = rows[limit - 1];
  return {
    state: stateOf(row, all),
    account: accountOf(row),
    counts,
    capped: row.capped === 1,
    readAt: isoTime(row.read_at),
    error: row.error,
    items: rows.slice(0, limit).map((item) => shown(ownItemOf(item))),
    nextCursor: last && rows.length > limit ? writeCursor({ sort, now: 0, key: last.created_at, id: last.id }) : null,
    total: kind === undefined ? all : counts[kind === 'post' ? 'posts' : 'comments'],
  };
}

interface Deps {
  db: Db;
  now: Now;
  findConnected: (userId: number, name: string | null) => Promise<ConnectedAccount | null>;
  /** Whether the account is one that Reddit no longer accepts. */
  needsReconnect: (userId: number, name: string | null) => Promise<boolean>;
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
  /** One of the person's accounts; default: the usual one. */
  account?: string | null | undefined;
}

/** The users' own posts and comments on Reddit, read through their connected accounts. */
export function createActivity({ db, now, findConnected, needsReconnect }: Deps) {
  const readOnce = createReading({ db, now });

  const isOlder = (row: ActivityRow | undefined, ageMs: number) => !row || row.tried_at <= now() - ageMs;

  /** The stored row, after reading from Reddit if it is too old; or why there is none. */
  async function current(
    userId: number,
    { maxAgeMs = freshMs, signal, priority = 'interactive', account: asked }: Options,
  ): Promise<ActivityRow | 'not-connected' | 'reconnect'> {
    const name = asked?.toLowerCase() ?? null;
    const account = await findConnected(userId, name);
    if (!account) return (await needsReconnect(userId, name)) ? 'reconnect' : 'not-connected';
    const of = { user_id: userId, username: account.username };
    if (maxAgeMs < Infinity && isOlder(await findActivity(db, of), Math.max(minAgeMs, maxAgeMs)))
      await readOnce(userId, { account, priority, signal });
    const row = await findActivity(db, of);
    if (row && (row.error === null || (await findConnected(userId, name)))) return row;
    return (await needsReconnect(userId, name)) ? 'reconnect' : 'not-connected';
  }

  return {
    /** For the API: one page. */
    async list(actor: Actor, { refresh, account, ...query }: ActivityQuery): Promise<Activity> {
      const row = await current(userIdOf(actor), { account, ...(refresh ? { maxAgeMs: 0 } : {}) });
      return typeof row === 'string' ? withoutAccount(row) : readPage(db, row, query);
    },

    /** For other areas: everything, read again if older than `maxAgeMs`. Doesn't throw if Reddit fails. */
    async read(actor: Actor, options: Options = {}): Promise<OwnActivity> {
      const userId = userIdOf(actor);
      const row = await current(userId, options);
      if (typeof row === 'string') return { state: row, account: null, items: [], capped: false, readAt: null, error: null };
      const items = (await listItems(db, { userId, username: row.username, cursor: null, limit: maxKept })).map(ownItemOf);
      const state = stateOf(row, items.length);
      return { state, account: accountOf(row), items, capped: row.capped === 1, readAt: row.read_at, error: row.error };
    },

    /** For the job: reads again after a day, and deletes what couldn't be confirmed for two days. */
    async refreshDue(signal: AbortSignal): Promise<{ read: number; forgotten: number }> {
      const done = { read: 0, forgotten: 0 };
      for (const { user_id, username } of await listTriedBefore(db, now() - dayMs, batch)) {
        if (signal.aborted) break;
        const of = { user_id, username };
        const account = await findConnected(user_id, username.toLowerCase());
        if (account) await readOnce(user_id, { account, priority: 'background', signal });
        const row = await findActivity(db, of);
        const isConfirmed = account !== null && (row?.read_at ?? 0) > now() - maxUnconfirmedMs;
        if (!isConfirmed) await transact(db, (trx) => forgetActivity(trx, of));
        if (isConfirmed) done.read += 1;
        else done.forgotten += 1;
      }
      return done;
    },
  };
}
export type ActivityReader = ReturnType<typeof createActivity>;
