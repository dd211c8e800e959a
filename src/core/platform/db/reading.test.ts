import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, connectReading, type Db, transact } from './connect.ts';
import { forgetDeletedPages } from '../guards/queries.ts';
import { migrate } from './migrate.ts';

let file: string;
let db: Db;
let readDb: Db;
const setting = (key: string) => ({ key, value: '1', updated_at: 1 });
const countSettings = async (from: Db): Promise<number> => (await from('settings').select('key')).length;

beforeEach(async () => {
  file = join(mkdtempSync(join(tmpdir(), 'earshot-db-')), 'earshot.db');
  db = connect(file);
  await migrate(db);
  readDb = connectReading(file);
});
afterEach(async () => {
  await readDb.destroy();
  await db.destroy();
});

test('shows a reading connection the rows committed before its statement', async () => {
  const before = await countSettings(readDb);
  await db('settings').insert(setting('a'));
  expect(await countSettings(readDb)).toBe(before + 1);
});

test('lets a reading connection read during an open transaction, without its rows', async () => {
  const before = await countSettings(readDb);
  await transact(db, async (trx) => {
    await trx('settings').insert(setting('a'));
    expect(await countSettings(readDb)).toBe(before);
  });
  expect(await countSettings(readDb)).toBe(before + 1);
});

test('does not make reading connections wait for each other', async () => {
  const slow = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000000) select count(*) as n from n`;
  const finished: string[] = [];
  await Promise.all([
    readDb.raw(slow).then(() => finished.push('slow')),
    countSettings(readDb).then(() => finished.push('quick')),
    db('settings')
      .insert(setting('b'))
      .then(() => finished.push('write')),
  ]);
  expect(finished.at(-1)).toBe('slow');
});

test('refuses writes on a reading connection', async () => {
  await expect(readDb('settings').insert(setting('a'))).rejects.toThrow(/readonly/);
});

test('waits for a reader before emptying the log of deleted pages', async () => {
  await db('settings').insert(setting('secret'));
  const reader = await readDb.transaction();
  await reader('settings').first('key');
  await db('settings').where({ key: 'secret' }).delete();
  // The checkpoint gives up after a busy timeout of five seconds; a shorter one keeps the test fast.
  await db.raw('PRAGMA busy_timeout = 50');
  const forgotten = forgetDeletedPages(db);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
  await reader.rollback();
  await forgotten;
  expect(statSync(`${file}-wal`).size).toBe(0);
});
