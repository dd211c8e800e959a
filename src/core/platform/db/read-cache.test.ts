import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCommitMark, unknownMark } from './commit-mark.ts';
import { connect, connectReading, type Db } from './connect.ts';
import { migrate } from './migrate.ts';
import { createReadCache, type ReadCache } from './read-cache.ts';

let file: string;
let db: Db;
let readDb: Db;
let cache: ReadCache;
let reads: number;

const add = (to: Db, key: string) => to('settings').insert({ key, value: '1', updated_at: 1 });
const listKeys = (key = 'keys'): Promise<readonly string[]> =>
  cache.row(key, () => {
    reads += 1;
    return readDb('settings').orderBy('key').pluck<string[]>('key');
  });

beforeEach(async () => {
  file = join(mkdtempSync(join(tmpdir(), 'earshot-db-')), 'earshot.db');
  db = connect(file);
  await migrate(db);
  await db('settings').delete();
  readDb = connectReading(file);
  cache = createReadCache(openCommitMark(file));
  reads = 0;
});
afterEach(async () => {
  await readDb.destroy();
  await db.destroy();
});

test('reads once while nothing is committed, also for callers at the same time', async () => {
  await add(db, 'a');
  const [first, second] = await Promise.all([listKeys(), listKeys()]);
  expect([first, second, await listKeys()]).toEqual([['a'], ['a'], ['a']]);
  expect(reads).toBe(1);
});

test('reads again after each commit of this process', async () => {
  for (const [at, key] of ['a', 'b', 'c'].entries()) {
    await add(db, key);
    expect(await listKeys()).toHaveLength(at + 1);
  }
});

test('reads again after a commit through another connection, as another process has one', async () => {
  await listKeys();
  const other = connect(file);
  await add(other, 'a');
  expect(await listKeys()).toEqual(['a']);
  await other.destroy();
});

test('reads again after a commit of another process that is learned of in the same turn of the event loop', async () => {
  await listKeys();
  const other = new DatabaseSync(file);
  await listKeys();
  other.exec(`insert into settings (key, value, updated_at) values ('a', '1', 1)`);
  // What a process receives comes after this, such as the request of a client that knows of the commit.
  await new Promise((resolve) => process.nextTick(resolve));
  expect(await listKeys()).toEqual(['a']);
  other.close();
});

test('asks for commits once for reads that follow each other without waiting, and again after that', async () => {
  let asked = 0;
  const askNow = () => `${(asked += 1)}`;
  for (const mark of [askNow, () => Promise.resolve(askNow())]) {
    asked = 0;
    const asking = createReadCache(mark);
    for (const key of ['a', 'b', 'a']) expect(await asking.row(key, () => Promise.resolve(key))).toBe(key);
    expect(asked).toBe(1);
    await new Promise((resolve) => process.nextTick(resolve));
    await asking.row('a', () => Promise.resolve('a'));
    expect(asked).toBe(2);
  }
});

test('does not read again for a transaction that is open or was rolled back', async () => {
  await listKeys();
  const trx = await db.transaction();
  await trx('settings').insert({ key: 'a', value: '1', updated_at: 1 });
  expect(await listKeys()).toEqual([]);
  await trx.rollback();
  expect(await listKeys()).toEqual([]);
  expect(reads).toBe(1);
});

test('reads again after a commit during the read', async () => {
  await cache.row('keys', async () => {
    const keys = await readDb('settings').pluck<string[]>('key');
    await add(db, 'a');
    return keys;
  });
  expect(await listKeys()).toEqual(['a']);
});

test('still notices commits after the log was emptied', async () => {
  await add(db, 'a');
  await listKeys();
  await db.raw('PRAGMA wal_checkpoint(TRUNCATE)');
  await add(db, 'b');
  expect(await listKeys()).toEqual(['a', 'b']);
});

test('reads again after a failure', async () => {
  await expect(cache.row('keys', () => Promise.reject(new Error('Busy')))).rejects.toThrow('Busy');
  expect(await listKeys()).toEqual([]);
});

test('keeps results of different keys apart', async () => {
  await add(db, 'a');
  expect(await cache.row('one', () => Promise.resolve('first'))).toBe('first');
  expect(await listKeys('other')).toEqual(['a']);
});

test('always reads where commits are unknown', async () => {
  cache = createReadCache(unknownMark);
  await listKeys();
  await listKeys();
  expect(reads).toBe(2);
});

test('freezes what it keeps, because several readers share it', async () => {
  expect(Object.isFrozen(await cache.page('page', () => Promise.resolve({ items: [] })))).toBe(true);
  expect(Object.isFrozen(await cache.row('row', () => Promise.resolve({ id: 1 })))).toBe(true);
});
