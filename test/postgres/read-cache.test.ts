import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Knex } from 'knex';
import { connectPostgres } from '#core/platform/db/postgres/connect-postgres.ts';
import { snapshotMark } from '#core/platform/db/postgres/open-postgres.ts';
import { createReadCache, type ReadCache } from '#core/platform/db/read-cache.ts';
import { makeEmptyDatabase, onServer, testServer } from '#test/support/test-database.ts';

vi.setConfig({ testTimeout: 300_000 });
const waiting = { timeout: 120_000, interval: 20 };

let name: string;
let url: string;
let drop: () => Promise<void>;
let db: Knex;
let side: Knex;
let cache: ReadCache;
let reads: number;

const add = (to: Knex, key: string) => to('settings').insert({ key });
const listKeys = (): Promise<readonly string[]> =>
  cache.row('keys', () => {
    reads += 1;
    return db('settings').orderBy('key').pluck<string[]>('key');
  });

beforeEach(async () => {
  ({ name, drop } = await makeEmptyDatabase());
  url = `${testServer()}/${name}`;
  db = await connectPostgres(url);
  await db.schema.createTable('settings', (table) => void table.text('key').primary());
  side = await connectPostgres(url, { keeps: 1, name: 'side' });
  cache = createReadCache(snapshotMark(side));
  reads = 0;
});
afterEach(async () => {
  await side.destroy();
  await db.destroy();
  await drop();
});

async function connectOther(): Promise<Knex> {
  const other = await connectPostgres(url);
  onTestFinished(() => other.destroy());
  return other;
}

/** Other tests use the same server: their transactions end what is kept, too, though nothing changed here. */
async function untilKept(): Promise<void> {
  await vi.waitUntil(async () => {
    await listKeys();
    const before = reads;
    await listKeys();
    return reads === before;
  }, waiting);
}

test('keeps what was read while nothing is committed', async () => {
  await add(db, 'a');
  expect(await listKeys()).toEqual(['a']);
  await untilKept();
  expect(await listKeys()).toEqual(['a']);
});

test('reads again after each own commit', async () => {
  for (const [at, key] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    await add(db, key);
    expect(await listKeys()).toHaveLength(at + 1);
  }
});

test('reads again after each commit of another server', async () => {
  const other = await connectOther();
  for (const [at, key] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    await listKeys();
    await add(other, key);
    expect(await listKeys()).toHaveLength(at + 1);
  }
});

test('reads again when a transaction commits that began before the read, also after later ones', async () => {
  const other = await connectOther();
  const [early, late] = [await other.transaction(), await other.transaction()];
  await add(early, 'early');
  await add(late, 'late');
  await untilKept();
  expect(await listKeys()).toEqual([]);
  await late.commit();
  expect(await listKeys()).toEqual(['late']);
  await untilKept();
  await early.commit();
  expect(await listKeys()).toEqual(['early', 'late']);
});

test('never returns fewer rows than were committed when the read began, with writers and readers at the same time', async () => {
  const writers = await Promise.all([connectOther(), connectOther()]);
  let committed = 0;
  const write = async (writer: Knex, at: number): Promise<void> => {
    for (let n = 0; n < 60; n += 1) {
      await add(writer, `${at}-${n}`);
      committed += 1;
    }
  };
  const writing = Promise.all(writers.map(write));
  let isOver = false;
  void writing.then(() => (isOver = true));
  const read = async (): Promise<number[]> => {
    const missing: number[] = [];
    // Each time after something was received, because what runs without waiting shares an answer.
    for (; !isOver; await nextTurn()) {
      const least = committed;
      const found = (await listKeys()).length;
      if (found < least) missing.push(least - found);
    }
    return missing;
  };
  expect((await Promise.all([read(), read(), read()])).flat()).toEqual([]);
  await writing;
  expect(await listKeys()).toHaveLength(120);
});

test('keeps nothing from before its connection was cut', async () => {
  await untilKept();
  const before = await snapshotMark(side)();
  await onServer(
    testServer(),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and application_name = 'side'`,
  );
  await vi.waitFor(async () => expect(await snapshotMark(side)()).not.toBeNull(), waiting);
  expect((await snapshotMark(side)())?.split(':')[0]).not.toBe(before?.split(':')[0]);
  const readsBefore = reads;
  await listKeys();
  expect(reads).toBe(readsBefore + 1);
});

test('keeps nothing without its connection', async () => {
  await side.destroy();
  expect(await snapshotMark(side)()).toBeNull();
  await listKeys();
  await listKeys();
  expect(reads).toBe(2);
});
