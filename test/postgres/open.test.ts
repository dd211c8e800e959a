import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeFileSync } from 'node:fs';
import { connectPostgres } from '#core/platform/db/connect-postgres.ts';
import { openPostgres } from '#core/platform/db/open-postgres.ts';
import { silentLog } from '#core/platform/log.ts';
import { makeEmptyDatabase, onServer, testServer } from '#test/support/test-database.ts';

const server = new URL(testServer());
const urlOf = (database: string, login = 'earshot'): string => `postgres://${login}@${server.host}/${database}`;
let name: string;
let drop: () => Promise<void>;
let dataDir: string;
const open = (url: string, hold: 'own' | 'beside' = 'own') => openPostgres(url, { log: silentLog, hold, dataDir });

beforeEach(async () => {
  ({ name, drop } = await makeEmptyDatabase());
  dataDir = mkdtempSync(join(tmpdir(), 'earshot-postgres-'));
});
afterEach(() => drop());

test('opens an empty database with all tables, and again without a migration', async () => {
  const first = await open(urlOf(name));
  expect(first.applied.length).toBeGreaterThan(10);
  await first.close();
  const second = await open(urlOf(name));
  expect(second.applied).toEqual([]);
  await second.close();
});

test.each(['', 'earshot.db', 'mysql://a@b/c', 'postgres://127.0.0.1'])('refuses the URL %j', async (url) => {
  await expect(open(url)).rejects.toThrow('must be postgres://user:password@host:5432/database');
});

test('says that a server does not answer, without the password of the URL', async () => {
  const failed = await open('postgres://earshot:secret-one@127.0.0.1:1/none').catch((error: unknown) => String(error));
  expect(failed).toContain("PostgreSQL at 127.0.0.1:1 can't be reached (ECONNREFUSED)");
  expect(failed).not.toContain('secret-one');
});

test('names a wrong password and a missing database', async () => {
  await onServer(testServer(), `do $$ begin create role guest login password 'right'; exception when duplicate_object then null; end $$`);
  await expect(open(urlOf(name, 'guest:wrong'))).rejects.toThrow('refused the user guest or its password');
  await expect(open(urlOf('no_such_database'))).rejects.toThrow('createdb --owner earshot no_such_database');
});

test('names a user who may not create tables', async () => {
  await onServer(testServer(), `do $$ begin create role reader login password 'right'; exception when duplicate_object then null; end $$`);
  await expect(open(urlOf(name, 'reader:right'))).rejects.toThrow(`ALTER DATABASE "${name}" OWNER TO "reader"`);
});

test('leaves the database of another program alone', async () => {
  const db = await connectPostgres(urlOf(name));
  await db.raw('create table invoices (id int)');
  await expect(open(urlOf(name))).rejects.toThrow('belongs to another program (table invoices)');
  expect(await db.schema.hasTable('users')).toBe(false);
  await db.destroy();
});

test('refuses an empty database beside a data folder with a SQLite database', async () => {
  writeFileSync(join(dataDir, 'earshot.db'), '');
  await expect(open(urlOf(name))).rejects.toThrow('holds earshot.db. Copy it there first: earshot migrate --to URL');
});

test('refuses an empty database beside the key of an instance', async () => {
  writeFileSync(join(dataDir, 'secret.key'), 'x'.repeat(40));
  await expect(open(urlOf(name))).rejects.toThrow('holds secret.key. Check the database in database.url');
});

test('lets one server start on an empty database where two start at once', async () => {
  const both = await Promise.allSettled([open(urlOf(name)), open(urlOf(name))]);
  const opened = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(opened).toHaveLength(1);
  expect(both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))).toEqual([
    expect.stringContaining('Another Earshot uses this database'),
  ]);
  await opened[0]?.close();
});

test('says in one line that the connection was cut, and works again', async () => {
  const { db, close } = await open(urlOf(name));
  const cut = db.transaction(async (trx) => {
    await trx('settings').insert({ key: 'a', value: '1', updated_at: 1 });
    const [row] = await trx.raw<{ pid: number }[]>('select pg_backend_pid() as pid');
    await onServer(testServer(), `select pg_terminate_backend(${row?.pid})`);
    await trx('settings').insert({ key: 'b', value: '1', updated_at: 1 });
  });
  await expect(cut).rejects.toThrow(
    /^(?:The connection to PostgreSQL at \S+ was cut|PostgreSQL at \S+ is starting or stopping)\. Try again in a moment\.$/,
  );
  expect(await db('settings').pluck('key')).toEqual([]);
  await close();
});

test('shows the server that another process wrote', async () => {
  const own = await open(urlOf(name));
  const before = (await own.db('write_turn').first('turn'))?.turn;
  await (await open(urlOf(name), 'beside')).close();
  expect((await own.db('write_turn').first('turn'))?.turn).not.toBe(before);
  await own.close();
});
