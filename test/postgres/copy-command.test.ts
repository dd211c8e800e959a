import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { connectPostgres } from '#core/platform/db/postgres/connect-postgres.ts';
import { migrate } from '#core/platform/db/migrate.ts';
import { runEarshot, serveEarshot, startEarshot } from '#test/support/earshot-process.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { makeOwnedDatabase, onServer, type OwnedDatabase, testServer } from '#test/support/test-database.ts';

// Each test starts several processes.
vi.setConfig({ testTimeout: 300_000 });

let owned: OwnedDatabase;
let dataDir: string;
let url: string;
const beside = () => ({ EARSHOT_DATA_DIR: dataDir, PGPASSWORD: owned.password });
const onPostgres = () => ({ ...beside(), EARSHOT_DATABASE__CLIENT: 'postgres', EARSHOT_DATABASE__URL: owned.url });
const copy = (to = url) => runEarshot(['migrate', '--to', to, '--json'], beside());

beforeEach(async () => {
  const { core, clock } = await makeCore({}, { onDisk: true });
  const ann = await makeUser(core, 'ann');
  await makeCampaign(core, ann);
  await ingestItems(
    core,
    Array.from({ length: 40 }, (_, number) => makeItem(number, clock.now, { title: `Looking for invoicing software ${number}` })),
  );
  dataDir = core.config.dataDir;
  await core.close();
  owned = await makeOwnedDatabase();
  // The password comes from the environment, so that no other user of the machine sees it.
  url = owned.url.replace(`:${owned.password}`, '');
});
afterEach(async () => {
  await owned.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('copies an instance, which then runs on PostgreSQL, and refuses to copy it twice', async () => {
  const users = await runEarshot(['user', 'list', '--json'], beside());
  const leads = await runEarshot(['lead', 'list', '--json'], beside());
  const copied = await copy();
  expect(copied).toMatchObject({ status: 0, lines: [''] });
  const { tables } = JSON.parse(copied.stdout) as { tables: { name: string; rows: number }[] };
  expect(tables).toEqual(expect.arrayContaining([{ name: 'users', rows: 1 }]));
  expect(tables.find(({ name }) => name === 'posts')?.rows).toBeGreaterThan(20);
  expect(await runEarshot(['user', 'list', '--json'], onPostgres())).toEqual(users);
  expect(leads.stdout).toContain('confidence');
  // The cursor for the next page has the time of the request.
  expect(await runEarshot(['lead', 'list', '--json'], onPostgres())).toMatchObject({ status: 0, stdout: leads.stdout });
  expect(await copy()).toMatchObject({
    status: 4,
    stdout: expect.stringContaining('"error": "conflict"') as unknown,
    lines: ['The database already holds an Earshot with 1 user. Copy into an empty one.'],
  });
});

/** A copy that waits before the posts, and the query that holds it up. */
async function heldCopy() {
  const admin = await connectPostgres(owned.url);
  await migrate(admin);
  const hold = await admin.transaction();
  await hold.raw('lock table posts in access exclusive mode');
  const child = startEarshot(['migrate', '--to', url], beside());
  const ended = once(child, 'close') as Promise<[number | null]>;
  const said: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  onTestFinished(() => void child.kill('SIGKILL'));
  const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const pid = await vi.waitUntil(async () => (await admin.raw<{ pid: number }[]>(waiting))[0]?.pid, { timeout: 120_000, interval: 50 });
  const letGo = async () => {
    await hold.rollback();
    await admin.destroy();
  };
  return { child, ended, said, pid, letGo };
}

test('keeps nothing of a copy that was killed, starts no server on it, and copies again', async () => {
  const { child, ended, letGo } = await heldCopy();
  child.kill('SIGKILL');
  await ended;
  await letGo();
  const lines = [expect.stringMatching(/^A copy into this database is running or was stopped before its end\..+earshot migrate --to URL/)];
  expect(await runEarshot(['serve'], onPostgres())).toMatchObject({ status: 4, lines });
  expect(await vi.waitUntil(async () => (await copy()).status === 0, { timeout: 120_000 })).toBe(true);
});

test('ends with one line if the connection is cut, and copies again', async () => {
  const { ended, said, pid, letGo } = await heldCopy();
  await onServer(testServer(), `select pg_terminate_backend(${pid})`);
  expect((await ended)[0]).toBe(1);
  expect(said.join('')).toMatch(/^(?:The connection to|PostgreSQL at) [^\n]+Try again in a moment\.\n$/);
  await letGo();
  expect(await copy()).toMatchObject({ status: 0 });
});

test('refuses the database of another program, and leaves it as it is', async () => {
  const db = await connectPostgres(owned.url);
  await db.raw('create table invoices (id int)');
  expect(await copy()).toMatchObject({ status: 4, lines: [expect.stringContaining('belongs to another program (table invoices)')] });
  expect(await db.schema.hasTable('users')).toBe(false);
  await db.destroy();
});

test('refuses to copy an instance whose server is running', async () => {
  const served = await serveEarshot(beside());
  onTestFinished(() => void served.child.kill('SIGKILL'));
  expect(await copy()).toMatchObject({ status: 4, lines: [expect.stringContaining(`Another Earshot is running on ${dataDir}.`)] });
  await served.stop();
});

test('names a data folder without a database, and a wrong URL', async () => {
  expect(await copy('mysql://a:hush@b/c')).toMatchObject({
    status: 2,
    stdout: expect.not.stringContaining('hush') as unknown,
    lines: [expect.stringMatching(/^The URL of the database must be postgres:\/\/user:password@host:5432\/database; /)],
  });
  const empty = mkdtempSync(join(tmpdir(), 'earshot-empty-'));
  expect(await runEarshot(['migrate', '--to', url], { ...beside(), EARSHOT_DATA_DIR: empty })).toMatchObject({ status: 3 });
  rmSync(empty, { recursive: true });
});
