import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { connectPostgres } from '#core/platform/db/postgres/connect-postgres.ts';
import { serveEarshot } from '#test/support/earshot-process.ts';
import { type PostgresServer, startPostgres } from '#test/support/postgres-server.ts';
import { onServer } from '#test/support/test-database.ts';

// A server of its own: the others share one, which must not restart.
let postgres: PostgresServer;
let dataDir: string;

beforeAll(async () => {
  // A commit that is acknowledged is on disk, as by default.
  postgres = await startPostgres(['synchronous_commit=on']);
  dataDir = mkdtempSync(join(tmpdir(), 'earshot-postgres-'));
  await onServer(postgres.url, 'create database earshot');
});
afterAll(() => {
  postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test(
  'goes on after PostgreSQL crashed and restarted under load, without losing what it had acknowledged',
  { timeout: 600_000 },
  async () => {
    const url = `${postgres.url}/earshot`;
    const served = await serveEarshot({ EARSHOT_DATA_DIR: dataDir, EARSHOT_DATABASE__CLIENT: 'postgres', EARSHOT_DATABASE__URL: url });
    onTestFinished(() => void served.child.kill('SIGKILL'));
    const send = (path: string, body: unknown, token = '') =>
      fetch(`${served.url}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
    const account = { username: 'ann', email: 'ann@example.test', password: 'ann has a long one' };
    const { token } = (await (await send('/auth/register', account)).json()) as { token: string };
    await send('/campaigns/sample', undefined, token);

    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    const load = { goesOn: true };
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; load.goesOn; n += 1) {
        const title = `Entry ${writer}-${n}`;
        const { status } = await send('/admin/roadmap', { title }, token);
        statuses.add(status);
        if (status < 300) acknowledged.push(title);
      }
    };
    const writers = [1, 2, 3].map(write);
    await vi.waitUntil(() => acknowledged.length > 10, { timeout: 120_000 });
    postgres.restart();
    const before = acknowledged.length;
    await vi.waitUntil(() => acknowledged.length > before + 10, { timeout: 120_000 });
    load.goesOn = false;
    await Promise.all(writers);

    const db = await connectPostgres(url);
    const stored = await db('roadmap').pluck<string[]>('title');
    await db.destroy();
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    expect(new Set(stored).size).toBe(stored.length);
    expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([]);
    expect((await fetch(`${served.url}/api/ready`)).status).toBe(200);
    expect(await served.stop()).toBe(0);
  },
);
