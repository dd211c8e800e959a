import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { runEarshot, serveEarshot, type Served } from '#test/support/earshot-process.ts';
import { makeOwnedDatabase, type OwnedDatabase } from '#test/support/test-database.ts';

// Each test starts several processes.
vi.setConfig({ testTimeout: 300_000 });

let owned: OwnedDatabase;
let dataDir: string;
const environment = () => ({
  EARSHOT_DATA_DIR: dataDir,
  EARSHOT_DATABASE__CLIENT: 'postgres',
  EARSHOT_DATABASE__URL: owned.url,
});

beforeEach(async () => {
  owned = await makeOwnedDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'earshot-postgres-'));
});
afterEach(async () => {
  await owned.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function serve(): Promise<Served> {
  const served = await serveEarshot(environment());
  onTestFinished(() => void served.child.kill('SIGKILL'));
  return served;
}

interface Listed {
  items: { id: string }[];
}

function client(url: string, token = '') {
  const send = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  return { get: <T>(path: string) => send<T>('GET', path), post: <T>(path: string, body?: unknown) => send<T>('POST', path, body) };
}

test('serves, and keeps account, campaign, and leads across a restart', async () => {
  const first = await serve();
  const account = { username: 'ann', email: 'ann@example.test', password: 'ann has a long one' };
  const { token } = await client(first.url).post<{ token: string }>('/auth/register', account);
  await client(first.url, token).post('/campaigns/sample');
  const listLeads = (url: string) => client(url, token).get<Listed>('/leads?limit=100');
  const leads = await vi.waitUntil(
    async () => {
      const { items } = await listLeads(first.url);
      return items.length > 3 && items;
    },
    { timeout: 120_000, interval: 200 },
  );
  const opened = await client(first.url, token).get(`/leads/${leads[0]?.id}`);
  expect(await first.stop()).toBe(0);

  const second = await serve();
  const kept = (await listLeads(second.url)).items.map(({ id }) => id);
  expect(kept).toEqual(expect.arrayContaining(leads.map(({ id }) => id)));
  expect(await client(second.url, token).get(`/leads/${leads[0]?.id}`)).toEqual(opened);
  expect(await client(second.url).get('/ready')).toEqual({
    status: 'ready',
    checks: { database: true, migrations: true, disk: true },
  });
  expect(await second.stop()).toBe(0);
  expect(readdirSync(dataDir)).not.toContain('earshot.db');
  expect([...first.lines, ...second.lines].join('\n')).not.toContain(owned.password);
});

test('runs commands beside servers, and refuses those that need the database alone', async () => {
  const served = await serve();
  const second = await serve();
  expect(await runEarshot(['user', 'list', '--json'], environment())).toMatchObject({ status: 0 });
  expect(await runEarshot(['migrate'], environment())).toMatchObject({ status: 0, stdout: 'The database is up to date.\n' });
  expect(await runEarshot(['restore', '--yes'], environment())).toEqual({
    status: 4,
    stdout: '',
    lines: ['2 servers use this database. Stop them first, or set another database (database.url).'],
  });
  writeFileSync(join(dataDir, 'earshot.db'), '');
  expect(await runEarshot(['serve'], { EARSHOT_DATA_DIR: dataDir })).toMatchObject({
    status: 4,
    lines: [expect.stringMatching(/^Another Earshot is running on /)],
  });
  expect(await second.stop()).toBe(0);
  expect(await served.stop()).toBe(0);
});

test('names the commands that back up and restore, without the password', async () => {
  const backup = await runEarshot(['backup'], environment());
  expect(backup).toMatchObject({ status: 4, lines: [expect.stringContaining('pg_dump --format=custom')] });
  const restore = await runEarshot(['restore', 'package.json', '--yes'], environment());
  expect(restore).toMatchObject({ status: 4, lines: [expect.stringContaining('pg_restore --no-owner')] });
  expect([...backup.lines, ...restore.lines].join('\n')).not.toContain(owned.password);
  expect(existsSync(join(dataDir, 'backups'))).toBe(false);
});
