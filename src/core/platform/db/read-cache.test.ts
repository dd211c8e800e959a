import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, connectReading, type Db } from './connect.ts';
import { migrate } from './migrate.ts';
import { createReadCache, type ReadCache, type CommitMark, openCommitMark, unknownMark } from './read-cache.ts';

let file: string;
let db: Db;
let readDb: Db;
let commits: ReturnType<typeof openCommitMark>;
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
  commits = openCommitMark(file);
  cache = createReadCache(commits.mark);
  reads = 0;
});
afterEach(async () => {
  await commits.db.destroy();
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

test('asks for commits once for those who wait at the same time, and anew for whoever comes while it is asked', async () => {
  const answers: ((mark: string) => void)[] = [];
  const ask: CommitMark = () => new Promise((resolve) => void answers.push(resolve));
  const asking = createReadCache(ask);
  const read = (key: string) => asking.row(key, () => Promise.resolve(key));
  const first = [read('a'), read('b')];
  await expect.poll(() => answers).toHaveLength(1);
  const later = [read('a'), read('c')];
  answers[0]?.('1');
  expect(await Promise.all(first)).toEqual(['a', 'b']);
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.('1');
  expect(await Promise.all(later)).toEqual(['a', 'c']);
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

test('asks again after a question failed', async () => {
  const answers = [Promise.reject(new Error('Busy')), Promise.resolve('1'), Promise.resolve('1')];
  const asking = createReadCache(() => answers.shift() ?? Promise.resolve('1'));
  await expect(asking.row('a', () => Promise.resolve(1))).rejects.toThrow('Busy');
  expect(await asking.row('a', () => Promise.resolve(2))).toBe(2);
});

test('keeps rows apart from pages, which push only each other out', async () => {
  await listKeys();
  for (let page = 0; page < 3000; page += 1) await cache.page(`page ${page}`, () => Promise.resolve({ items: [] }));
  await listKeys();
  expect(reads).toBe(1);
  expect(await cache.page('page 2999', () => Promise.reject(new Error('Read again')))).toEqual({ items: [] });
  await expect(cache.page('page 0', () => Promise.reject(new Error('Read again')))).rejects.toThrow('Read again');
});

test('freezes what it keeps, because several readers share it', async () => {
  expect(Object.isFrozen(await cache.page('page', () => Promise.resolve({ items: [] })))).toBe(true);
});
