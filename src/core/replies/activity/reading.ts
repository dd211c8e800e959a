import type { Now } from '#core/platform/clock.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import type { Priority } from '#core/reddit/client/budget.ts';
import { RedditFailure } from '#core/reddit/client/failure.ts';
import { createListings } from '#core/reddit/client/listings.ts';
import { fieldsOf } from '#core/reddit/client/wire.ts';
import type { ConnectedAccount } from '#core/reddit/account/service.ts';
import { findActivity, forgetActivity, replaceItems, saveActivity } from './queries.ts';
import { type AccountFacts, factsOf, rowOf } from './rows.ts';

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

/** Reads an account's posts and comments from Reddit and stores them; items deleted there are deleted here. One read per user at a time. */
export function createReading({ db, now }: { db: Db; now: Now }) {
  const underway = new Map<number, Promise<void>>();

  async function keep(userId: number, username: string, answer: Awaited<ReturnType<typeof askReddit>>): Promise<void> {
    const { items, reached, failure } = answer.walk;
    const existing = items.filter(({ gone }) => gone === null || gone === 'removed');
    await transact(db, async (trx) => {
      const before = await findActivity(trx, userId);
      if (before && before.username !== username) await forgetActivity(trx, userId);
      // An interrupted listing says nothing about older items.
      await replaceItems(trx, userId, { rows: existing.map(rowOf), since: failure ? reached : null });
      await saveActivity(trx, {
        user_id: userId,
        username,
        ...answer.me,
        capped: items.length >= nearCap ? 1 : 0,
        read_at: failure ? (before?.read_at ?? null) : now(),
        tried_at: now(),
        error: failure?.message ?? null,
      });
    });
  }

  /** Keeps the stored items and records the error. */
  async function keepFailure(userId: number, username: string, { message }: RedditFailure): Promise<void> {
    await transact(db, async (trx) => {
      const row = await findActivity(trx, userId);
      const before = row?.username === username ? row : null;
      if (row && !before) await forgetActivity(trx, userId);
      const base = before ?? { user_id: userId, username, ...nothingKnown, capped: 0, read_at: null };
      await saveActivity(trx, { ...base, tried_at: now(), error: message });
    });
  }

  async function read(userId: number, asking: ReadRequest): Promise<void> {
    const { username } = asking.account;
    try {
      await keep(userId, username, await askReddit(asking));
    } catch (error) {
      asking.signal?.throwIfAborted();
      if (!(error instanceof RedditFailure)) throw error;
      await keepFailure(userId, username, error);
    }
  }

  return function readOnce(userId: number, asking: ReadRequest): Promise<void> {
    const running = underway.get(userId);
    if (running) return running;
    const made = read(userId, asking).finally(() => void underway.delete(userId));
    underway.set(userId, made);
    return made;
  };
}
