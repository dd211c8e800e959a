import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeFileSync } from 'node:fs';
import { connectPostgres } from '#core/platform/db/postgres/connect-postgres.ts';
import type { Hold } from '#core/platform/db/open-database.ts';
import { openPostgres } from '#core/platform/db/postgres/open-postgres.ts';
import { migrations } from '#migrations/index.ts';
import { silentLog } from '#core/platform/log.ts';
import { makeEmptyDatabase, onServer, testServer } from '#test/support/test-database.ts';

const server = new URL(testServer());
const urlOf = (database: string, login = 'earshot'): string => `postgres://${login}@${server.host}/${database}`;
let name: string;
let drop: () => Promise<void>;
let dataDir: string;
const open = (url: string, hold: Hold = 'own') => openPostgres(url, { log: silentLog, hold, dataDir });

beforeEach(async () => {
  ({ name, drop } = await makeEmptyDatabase());
  dataDir = mkdtempSync(join(tmpdir(), 'earshot-postgres-'));
});
afterEach(() => drop());

test('opens an empty database with all tables, and again without a migration', async () => {
  const first = await open(urlOf(name));
  expect(first.applied).toEqual(migrations.map(({ name: one }) => one));
  await first.close();
  const second = await open(urlOf(name));
  expect(second.applied).toEqual([]);
  await second.close();
});

test("has pg-boss's tables of the version that the newest migration is for", async () => {
  const { db, close } = await open(urlOf(name));
  // With another one: a new migration, so that no older server runs beside it, and its number here.
  expect([migrations.at(-1)?.name, await db('earshot_queue.version').pluck('version')]).toEqual(['0001-baseline', [46]]);
  await close();
});

test('lets PostgreSQL end the transactions and locks of a server that sends nothing', async () => {
  const shownBy = async (hold: Hold): Promise<unknown[]> => {
    const { db, close } = await open(urlOf(name), hold);
    const shown = [await db.raw('show idle_session_timeout'), await db.raw('show idle_in_transaction_session_timeout')];
    await close();
    return shown.flat();
  };
  expect(await shownBy('own')).toEqual([{ idle_session_timeout: '1min' }, { idle_in_transaction_session_timeout: '15s' }]);
  // A copy reads from SQLite for as long as it takes.
  expect(await shownBy('alone')).toEqual([{ idle_session_timeout: '0' }, { idle_in_transaction_session_timeout: '0' }]);
});

test('flushes each commit to the disk, even if the server is set up not to', async () => {
  await onServer(testServer(), `alter database ${name} set synchronous_commit = off`);
  const { db, close } = await open(urlOf(name));
  expect(await db.raw('show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
  await close();
  await onServer(testServer(), `alter database ${name} set synchronous_commit = remote_apply`);
  const stricter = await open(urlOf(name));
  expect(await stricter.db.raw('show synchronous_commit')).toEqual([{ synchronous_commit: 'remote_apply' }]);
  await stricter.close();
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

test('lets one of three servers that start at once on an empty database migrate, and starts all', async () => {
  const opened = await Promise.all([open(urlOf(name)), open(urlOf(name)), open(urlOf(name))]);
  expect(opened.filter(({ applied }) => applied.length > 0)).toHaveLength(1);
  const numbers = opened.map(({ peers }) => peers.number);
  expect(new Set(await opened[0]?.peers.listRunning())).toEqual(new Set(numbers));
  for (const { close } of opened) await close();
});

test('is among the running servers under another application name in its URL', async () => {
  const { peers, close } = await open(`${urlOf(name)}?application_name=mine`);
  expect(await peers.listRunning()).toEqual([peers.number]);
  await close();
});

test('refuses a command that needs the database alone, and says how many servers use it', async () => {
  const servers = [await open(urlOf(name)), await open(urlOf(name))];
  await expect(open(urlOf(name), 'alone')).rejects.toThrow('2 servers use this database. Stop them first');
  await servers.pop()?.close();
  await expect(open(urlOf(name), 'alone')).rejects.toThrow('A server uses this database. Stop it first');
  await servers.pop()?.close();
  await (await open(urlOf(name), 'alone')).close();
});

test('refuses to migrate while a server of an earlier version is running', async () => {
  const older = await open(urlOf(name));
  const last = await older.db('knex_migrations').max<{ id: number }>({ id: 'id' }).first();
  await older.db('knex_migrations').where({ id: last?.id }).delete();
  await expect(open(urlOf(name))).rejects.toThrow('a server of an earlier version uses them. Stop it first.');
  await expect(open(urlOf(name), 'beside')).rejects.toThrow('A server uses this database. Stop it first');
  await older.close();
});

test('refuses a database from before the baseline, and leaves it as it is', async () => {
  const first = await open(urlOf(name));
  await first.db('knex_migrations').update({ name: '2026-11-22-baseline' });
  await first.close();
  for (const hold of ['own', 'alone', 'beside'] as const)
    await expect(open(urlOf(name), hold)).rejects.toThrow('from before 1.0.0 made this database (2026-11-22-baseline)');
  const db = await connectPostgres(urlOf(name));
  expect(await db('knex_migrations').distinct().pluck('name')).toEqual(['2026-11-22-baseline']);
  await db.destroy();
});

test('refuses the database of a newer version', async () => {
  const first = await open(urlOf(name));
  await first.db('knex_migrations').insert({ name: '2027-01-01-newer', batch: 2, migration_time: new Date() });
  await first.close();
  await expect(open(urlOf(name))).rejects.toThrow('A newer version of Earshot made this database (2027-01-01-newer)');
});

/** The lock that each connection of a server shares. */
const lock = 7_345_124;
async function cutConnections(): Promise<void> {
  await onServer(
    testServer(),
    `select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where datname = '${name}' and locktype = 'advisory' and objid = ${lock} and mode = 'ShareLock'`,
  );
}

test('is among the running servers again after its connections were cut', async () => {
  const { peers, db, close } = await open(urlOf(name));
  await cutConnections();
  await vi.waitFor(async () => expect(await peers.listRunning()).toEqual([peers.number]), { timeout: 120_000 });
  expect(await db('settings').pluck('key')).toEqual([]);
  await close();
});

test('stops using the database while a command has it alone, and continues afterwards', async () => {
  const { peers, db, close } = await open(urlOf(name));
  const other = await connectPostgres(urlOf(name));
  // Holds the lock of a command as soon as the server has lost its own.
  const alone = other.transaction(async (trx) => {
    await trx.raw(`select pg_advisory_xact_lock(${lock})`);
    for (let n = 0; n < 5; n += 1)
      await expect(db('settings').pluck('key')).rejects.toThrow('The database is being migrated, copied, or restored.');
    await expect(peers.listRunning()).rejects.toThrow('is being migrated');
  });
  const waiting = () =>
    other.raw<unknown[]>(
      `select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where locktype = 'advisory' and not granted and datname = current_database()`,
    );
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 120_000 });
  await cutConnections();
  await alone;
  expect(await db('settings').pluck('key')).toEqual([]);
  expect(await peers.listRunning()).toEqual([peers.number]);
  await other.destroy();
  await close();
});

test('stops using the database once a newer version has changed its tables', async () => {
  const { db, close } = await open(urlOf(name));
  const newer = await connectPostgres(urlOf(name));
  await newer('knex_migrations').insert({ name: '2027-01-01-newer', batch: 3, migration_time: new Date(0) });
  await cutConnections();
  await vi.waitFor(() => expect(db('settings').pluck('key')).rejects.toThrow('A newer version of Earshot changed this database'), 60_000);
  await newer.destroy();
  await close();
});

test('gives a turn to one server at a time', async () => {
  const [a, b] = [await open(urlOf(name)), await open(urlOf(name))];
  const seen: string[] = [];
  const endA = await a.peers.takeTurn('count');
  const turnB = b.peers.takeTurn('count').then((end) => {
    seen.push('turn');
    return end;
  });
  const endOther = await b.peers.takeTurn('another');
  seen.push('end');
  await endA();
  await (
    await turnB
  )();
  await endOther();
  expect(seen).toEqual(['end', 'turn']);
  await a.close();
  await b.close();
});

test('ends the wait for a turn with its signal, and when the server closes', async () => {
  const [a, b] = [await open(urlOf(name)), await open(urlOf(name))];
  const end = await a.peers.takeTurn('count');
  expect(await b.peers.takeTurn('count', AbortSignal.timeout(50))).toBeTypeOf('function');
  const waiting = b.peers.takeTurn('count');
  await b.close();
  expect(await waiting).toBeTypeOf('function');
  await end();
  await a.close();
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
