import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFeedReader } from '#core/reddit/client/feeds.ts';
import { createBudget, type Settle } from '#core/reddit/client/budget.ts';
import { changeShared, type SharedStore } from '#core/reddit/client/shared-budget-queries.ts';
import type { OpenDatabase } from '#core/platform/db/open-database.ts';
import { createUpstream } from '#core/platform/http/upstream.ts';
import { openTestDatabase } from '#test/support/test-database.ts';

let database: OpenDatabase;
const clock = { now: 0 };
beforeEach(async () => {
  database = await openTestDatabase();
  clock.now = Date.UTC(2026, 10, 21, 9);
});
afterEach(() => database.close());

function openStore(): { store: SharedStore; settled(): Promise<unknown> } {
  const pending: Promise<unknown>[] = [];
  return {
    store: {
      intervalMs: 10_000,
      change(name, change) {
        const work = changeShared(database.db, { name, now: clock.now }, change);
        pending.push(work);
        return work;
      },
      report(error) {
        throw error;
      },
    },
    settled: () => Promise.all(pending),
  };
}

/** Two servers with one client ID; nothing waits. */
function openTwo(requestsPerMinute: number) {
  const { store, settled } = openStore();
  const waits: number[] = [];
  const open = () =>
    createBudget({
      requestsPerMinute,
      now: () => clock.now,
      sleep: (ms) => {
        waits.push(ms);
        clock.now += ms;
        return Promise.resolve();
      },
      random: () => 0,
      shared: { store, name: 'reddit:one' },
    });
  return { a: open(), b: open(), waits, settled };
}

const reply = (status: number, headers: Record<string, string> = {}) => ({ status, headers: new Headers(headers) });

test('lets two servers together send as much as the limit, and the rest after the window', async () => {
  const { a, b } = openTwo(6);
  const turn = { priority: 'interactive' } as const;
  const all = await Promise.allSettled([a, b].flatMap((budget) => Array.from({ length: 40 }, () => budget.take(turn))));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
  const refused = all.find((one) => one.status === 'rejected')?.reason as { retryAt: number };
  expect(refused.retryAt).toBeGreaterThanOrEqual(clock.now + 600_000);
  clock.now = refused.retryAt;
  const again = await Promise.allSettled([a, b].map((budget) => budget.take(turn)));
  expect(again.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
});

test('leaves a tenth of the limit to users who are waiting, on whichever server', async () => {
  const { a, b } = openTwo(1);
  const taken: Settle[] = [];
  for (let n = 0; n < 9; n += 1) taken.push(await a.take({ priority: 'background' }));
  await expect(b.take({ priority: 'background' })).rejects.toMatchObject({ kind: 'limited' });
  await expect(b.take({ priority: 'interactive' })).resolves.toBeTypeOf('function');
});

test('pauses both servers when one is refused', async () => {
  const { a, b, waits, settled } = openTwo(60);
  (await a.take({ priority: 'background' }))(reply(429, { 'retry-after': '15' }));
  await settled();
  expect(a.state().pausedUntil).toBe(clock.now + 15_000);
  await b.take({ priority: 'background' });
  expect(waits).toEqual([15_000]);
});

test("stops both servers at what Reddit reports, and doesn't raise that within a window", async () => {
  const { a, b, settled } = openTwo(600);
  const [early, late] = [await a.take({ priority: 'interactive' }), await b.take({ priority: 'interactive' })];
  const left = (remaining: number) =>
    reply(200, { 'x-ratelimit-used': String(100 - remaining), 'x-ratelimit-remaining': String(remaining), 'x-ratelimit-reset': '300' });
  late(left(1));
  early(left(50));
  await settled();
  await b.take({ priority: 'interactive' });
  await expect(a.take({ priority: 'interactive' })).rejects.toMatchObject({ kind: 'limited', retryAt: clock.now + 300_000 });
});

test('reads feeds over one address one server at a time', async () => {
  const { store, settled } = openStore();
  const upstream = createUpstream({ userAgent: 'test' });
  const wwwUrl = 'http://127.0.0.1:1';
  const open = () =>
    createFeedReader({ wwwUrl, upstream, feedToken: '', intervalMs: 60_000, now: () => clock.now, random: () => 0, store });
  const [a, b] = [open(), open()];
  const read = (reader: typeof a) => reader.read('/r/x/new.rss', {}, new AbortController().signal);
  // Nothing answers there: the request was sent.
  await expect(read(a)).rejects.toMatchObject({ kind: 'unreachable' });
  await settled();
  await expect(read(b)).rejects.toMatchObject({ kind: 'limited', retryAt: clock.now + 60_000 });
  clock.now += 60_000;
  await expect(read(b)).rejects.toMatchObject({ kind: 'unreachable' });
  await upstream.close();
});
