import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { connectPostgres } from '#core/platform/db/postgres/connect-postgres.ts';
import { runEarshot } from '#test/support/earshot-process.ts';
import { makeOwnedDatabase, onServer, type OwnedDatabase, testServer } from '#test/support/test-database.ts';

// Each test starts several processes.
vi.setConfig({ testTimeout: 300_000 });

let owned: OwnedDatabase;
let dataDir: string;

beforeEach(async () => {
  owned = await makeOwnedDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'earshot-postgres-'));
});
afterEach(async () => {
  await owned.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function asAdmin(...statements: string[]): Promise<void> {
  const db = await connectPostgres(`${testServer()}/${owned.name}`);
  for (const statement of statements) await db.raw(statement);
  await db.destroy();
}

async function otherService(): Promise<string> {
  const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `postgres://earshot:hush@127.0.0.1:${(server.address() as AddressInfo).port}/earshot`;
}

interface Failure {
  what: string;
  /** Spoils something, and returns the URL if it is another one. */
  spoil: () => unknown;
  status: number;
  line: RegExp;
}

const failures: Failure[] = [
  {
    what: 'a URL without a database',
    spoil: () => 'postgres://earshot:hush@127.0.0.1',
    status: 2,
    line: /^ {2}database\.url: It must be postgres:\/\/user:password@host:5432\/database; write special characters/,
  },
  {
    what: 'a server that is not reachable',
    spoil: () => 'postgres://earshot:hush@127.0.0.1:1/earshot',
    status: 1,
    line: /^PostgreSQL at 127\.0\.0\.1:1 can't be reached \(ECONNREFUSED\)\. Check that it runs, and database\.url\.$/,
  },
  { what: 'a port of another program', spoil: otherService, status: 1, line: /^PostgreSQL at 127\.0\.0\.1:\d+ can't be reached \(.+\)/ },
  {
    what: 'a server without TLS where the URL demands it',
    spoil: () => `${owned.url}?sslmode=verify-full`,
    status: 1,
    line: /can't be reached \(The server does not support SSL connections\)/,
  },
  {
    what: 'a wrong password',
    spoil: () => owned.url.replace(owned.password, 'hush'),
    status: 1,
    line: /^PostgreSQL at \S+ refused the user owner_of_\S+ or its password\. Check database\.url\.$/,
  },
  {
    what: 'a missing database',
    spoil: () => owned.url.replace(/\/test_\w+$/, '/missing'),
    status: 1,
    line: /^The database missing doesn't exist\. Create it: createdb --owner owner_of_\S+ missing$/,
  },
  {
    what: 'a user who may not create tables',
    spoil: () => onServer(testServer(), `alter database ${owned.name} owner to earshot`),
    status: 1,
    line: /may not create tables in the database \S+\. Make it the owner: ALTER DATABASE/,
  },
  {
    what: 'the database of another program',
    spoil: () => asAdmin('create table invoices (id int)'),
    status: 4,
    line: /^The database \S+ belongs to another program \(table invoices\)\. Create an empty one for Earshot\.$/,
  },
  {
    // Stands in for one: it reports its version in the same way.
    what: 'an older server',
    spoil: () =>
      asAdmin(
        'create schema older',
        'grant usage on schema older to public',
        `create function older.current_setting(name text) returns text language sql as
          $$ select case name when 'server_version_num' then '140011' when 'server_version' then '14.11' else pg_catalog.current_setting(name) end $$`,
        `alter database ${owned.name} set search_path = older, pg_catalog, public`,
      ),
    status: 1,
    line: /^PostgreSQL 14\.11 is too old\. Upgrade it to 15 or later\.$/,
  },
  {
    what: 'an empty database beside a SQLite instance',
    spoil: () => writeFileSync(join(dataDir, 'earshot.db'), ''),
    status: 1,
    line: /holds earshot\.db\. Copy it there first: earshot migrate --to URL\./,
  },
];

test.each(failures)('prints one line that says what to do for $what', async ({ spoil, status, line }) => {
  const other = await spoil();
  const failed = await runEarshot(['serve'], {
    EARSHOT_DATA_DIR: dataDir,
    EARSHOT_DATABASE__CLIENT: 'postgres',
    EARSHOT_DATABASE__URL: typeof other === 'string' ? other : owned.url,
  });
  // Configuration problems have a heading.
  const lines = failed.lines.filter((one) => one !== 'The configuration has problems:');
  expect({ ...failed, lines }).toEqual({ status, stdout: '', lines: [expect.stringMatching(line)] });
  expect(lines.join('\n')).not.toMatch(new RegExp(`hush|${owned.password}`));
});
