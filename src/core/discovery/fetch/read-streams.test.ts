import { expect, test, afterEach, beforeEach } from 'vitest';
import type { Items } from '#core/inbox/items/items.ts';
import type { Reading, Stream } from '#core/reddit/stream.ts';
import { makeItem } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { readyBatches, storeReadings } from './read-streams.ts';
import { listStreamRows, readWatermarks } from './stream-queries.ts';

/** Waits for `gate` between the first two values and the third. */
async function* gated(gate: Promise<void>): AsyncGenerator<number> {
  yield 1;
  yield 2;
  await gate;
  yield 3;
}

test('groups what is there without waiting, and does not wait for what is not', async () => {
  const gate = Promise.withResolvers<void>();
  const batches: number[][] = [];
  for await (const batch of readyBatches(gated(gate.promise), 10)) {
    batches.push(batch);
    gate.resolve();
  }
  expect(batches).toEqual([[1, 2], [3]]);
});

test('limits the size of a batch', async () => {
  expect(await Array.fromAsync(readyBatches(gated(Promise.resolve()), 1))).toEqual([[1], [2], [3]]);
});

test('returns what arrived before a failure, and then fails', async () => {
  async function* failing(): AsyncGenerator<number> {
    yield 1;
    throw new Error('cable cut');
  }
  const batches = readyBatches(failing(), 10);
  expect(await batches.next()).toEqual({ done: false, value: [1] });
  await expect(batches.next()).rejects.toThrow('cable cut');
});

test('ends the source when its user stops early', async () => {
  const ended = Promise.withResolvers<void>();
  async function* endless(): AsyncGenerator<number> {
    try {
      for (;;) yield 1;
    } finally {
      ended.resolve();
    }
  }
  for await (const batch of readyBatches(endless(), 2)) {
    expect(batch).toEqual([1, 1]);
    break;
  }
  await ended.promise;
});

let made: Awaited<ReturnType<typeof makeCore>>;
beforeEach(async () => {
  made = await makeCore();
});
afterEach(() => made.close());

const posts = (name: string): Stream => ({ kind: 'posts', name });
const read = (stream: Stream, ...numbers: number[]): Reading => {
  const items = numbers.map((n) => makeItem(n, made.clock.now, { subreddit: stream.name }));
  return { stream, state: 'ok', items, newest: made.clock.now, gap: null, refused: 0 };
};
const failed = (stream: Stream, failure: 'limited' | 'private'): Reading => ({
  stream,
  state: 'failed',
  failure,
  error: 'Not now',
  retryAt: null,
});

const store = (readings: readonly Reading[], itemStore: Items = made.core.inbox.items) =>
  storeReadings({ db: made.core.db, itemStore }, readings, { source: 'api', scope: '', remember: true, now: made.clock.now });

async function storedNow() {
  const { db } = made.core;
  return {
    items: await db('items').orderBy('fullname').pluck('fullname'),
    streams: await db('streams').orderBy('name').pluck('name'),
    halfHours: await db('stream_readings')
      .join('streams', 'streams.id', 'stream_readings.stream_id')
      .orderBy('name')
      .select('name', 'stream_readings.items', 'failed'),
  };
}

test('stores neither items nor how far streams are read when it breaks off in between, and both once after that', async () => {
  const { items } = made.core.inbox;
  const killed: Items = {
    ...items,
    async store(trx, batch) {
      await items.store(trx, batch);
      throw new Error('killed');
    },
  };
  const readings = [read(posts('freelance'), 1), read(posts('webdev'), 2)];
  await expect(store(readings, killed)).rejects.toThrow('killed');
  expect(await storedNow()).toEqual({ items: [], streams: [], halfHours: [] });
  await store(readings);
  await store(readings);
  expect(await storedNow()).toEqual({
    items: ['t3_item1', 't3_item2'],
    streams: ['freelance', 'webdev'],
    halfHours: [
      { name: 'freelance', items: 1, failed: 0 },
      { name: 'webdev', items: 1, failed: 0 },
    ],
  });
});

test('counts an item that was read in two streams as new in the first', async () => {
  const search: Stream = { kind: 'search', name: 'invoicing' };
  const { readings } = await store([read(posts('freelance'), 1), { ...read(posts('freelance'), 1, 2), stream: search }]);
  expect(readings.map(({ reading, items, fresh }) => [reading.stream.kind, items, fresh.posts])).toEqual([
    ['posts', 1, 1],
    ['search', 2, 1],
  ]);
});

test('adds up readings of one stream, of which one successful is enough, and leaves out waiting ones', async () => {
  const freelance = posts('freelance');
  await store([read(freelance, 1), read(posts('Freelance'), 2, 3), failed(freelance, 'private'), failed(posts('webdev'), 'limited')]);
  const { halfHours } = await storedNow();
  expect(halfHours).toEqual([{ name: 'freelance', items: 3, failed: 0 }]);
  expect(await made.core.db('streams').orderBy('name').pluck('state')).toEqual(['failed', 'limited']);
});

test('stores readings of fifty streams in as many statements as readings of two', async () => {
  let statements = 0;
  // Not those of the server itself, such as looking for other servers.
  const isOfReadings = /insert into (?:items|streams|stream_readings)\b|from .streams\b/;
  made.core.db.on('query', ({ sql }: { sql: string }) => (statements += isOfReadings.test(sql) ? 1 : 0));
  const counted = async (streams: number, from: number): Promise<number> => {
    const before = statements;
    await store(Array.from({ length: streams }, (_, n) => read(posts(`subreddit${from + n}`), from + n)));
    return statements - before;
  };
  const two = await counted(2, 1);
  expect(two).toBeGreaterThan(0);
  expect(await counted(50, 100)).toBe(two);
});

test('knows of each stream its own items near the newest one', async () => {
  const comments: Stream = { kind: 'comments', name: 'Freelance' };
  const comment = { ...read(comments), items: [makeItem(3, made.clock.now, { kind: 'comment' })] } as Reading;
  const old = makeItem(90, made.clock.now - 86_400_000, { subreddit: 'webdev' });
  const webdev = { ...read(posts('webdev')), items: [makeItem(2, made.clock.now, { subreddit: 'webdev' }), old] } as Reading;
  const streams = [posts('freelance'), comments, posts('webdev'), posts('unread')];
  await store([read(posts('freelance'), 1), comment, webdev]);
  const watermarks = await readWatermarks(made.core.db, streams, await listStreamRows(made.core.db, 'api', streams));
  expect([...watermarks].map(([key, { known }]) => [key, [...known]])).toEqual([
    ['posts:freelance', ['t3_item1']],
    ['comments:freelance', ['t3_item3']],
    ['posts:webdev', ['t3_item2']],
  ]);
});
