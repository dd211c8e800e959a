import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { examine } from '#cli/run-doctor.ts';
import { parseConfig } from '#core/platform/config.ts';
import { connectPostgres } from '#core/platform/db/postgres/connect-postgres.ts';
import { openPostgres } from '#core/platform/db/postgres/open-postgres.ts';
import { silentLog } from '#core/platform/log.ts';
import { makeOwnedDatabase, onServer, type OwnedDatabase, testServer } from '#test/support/test-database.ts';

let owned: OwnedDatabase;
let dataDir: string;

beforeEach(async () => {
  owned = await makeOwnedDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'earshot-doctor-'));
});
afterEach(async () => {
  await owned.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const findings = async (url = owned.url) => {
  const found = await examine(parseConfig({ dataDir, database: { client: 'postgres', url }, reddit: { source: 'off' } }));
  expect(JSON.stringify(found)).not.toContain(owned.password);
  return found.filter(({ check }) => check === 'database' || check === 'server');
};

test('reports version, server, and database, and whether a server is running', async () => {
  expect(await findings()).toEqual([
    {
      check: 'database',
      level: 'ok',
      message: expect.stringMatching(/^PostgreSQL [\d.]+ at 127\.0\.0\.1:\d+, database test_\w+, still empty/),
    },
  ]);
  const opened = await openPostgres(owned.url, { log: silentLog, hold: 'own', dataDir });
  expect(await findings()).toEqual([
    { check: 'database', level: 'ok', message: expect.stringMatching(/, up to date$/) },
    { check: 'server', level: 'ok', message: 'running on this database' },
  ]);
  await opened.close();
  expect((await findings())[1]).toEqual({ check: 'server', level: 'ok', message: 'not running' });
});

test('reports pending migrations', async () => {
  await (await openPostgres(owned.url, { log: silentLog, hold: 'own', dataDir })).close();
  const db = await connectPostgres(owned.url);
  const last = await db('knex_migrations').max<{ id: number }>({ id: 'id' }).first();
  await db('knex_migrations').where({ id: last?.id }).delete();
  await db.destroy();
  expect((await findings())[0]).toMatchObject({ level: 'watch', message: expect.stringContaining('Run earshot migrate') });
});

test('says what to do about a wrong password, missing rights, and an older version', async () => {
  const wrong = owned.url.replace(owned.password, 'wrong');
  expect(await findings(wrong)).toEqual([{ check: 'database', level: 'act', message: expect.stringContaining('refused the user') }]);
  await onServer(testServer(), `alter database ${owned.name} owner to earshot`);
  expect(await findings()).toEqual([{ check: 'database', level: 'act', message: expect.stringContaining('may not create tables') }]);
  // Stands in for an older server, which reports its version in the same way.
  const db = await connectPostgres(`${testServer()}/${owned.name}`);
  await db.raw('create schema older');
  await db.raw(`grant usage on schema older to public`);
  await db.raw(`create function older.current_setting(name text) returns text language sql as
    $$ select case name when 'server_version_num' then '140011' when 'server_version' then '14.11' else pg_catalog.current_setting(name) end $$`);
  await db.raw(`alter database ${owned.name} set search_path = older, pg_catalog, public`);
  await db.destroy();
  expect(await findings()).toEqual([
    { check: 'database', level: 'act', message: 'PostgreSQL 14.11 is too old. Upgrade it to 15 or later.' },
  ]);
});
