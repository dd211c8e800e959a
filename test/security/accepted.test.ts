import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect, type Db } from '#core/platform/db/connect.ts';
import { times } from '#test/support/torture.ts';
import { makeItem } from '#test/support/factories.ts';

const at = Date.UTC(2026, 10, 21, 9);
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

type End = [status: number | null, signal: string | null];
interface Server {
  url: string;
  /** Resolves with how the process ended. */
  end(signal: NodeJS.Signals): Promise<End>;
}
let running: Server | null = null;

/** Without the built-in model where a test is about what is stored: reading thousands of items takes minutes on a busy machine. */
async function start(dataDir: string, reader: 'on' | 'off' = 'off'): Promise<Server> {
  const child = spawn(process.execPath, ['bin/earshot', 'serve'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      EARSHOT_DATA_DIR: dataDir,
      EARSHOT_HTTP__PORT: '0',
      EARSHOT_REDDIT__SOURCE: 'off',
      EARSHOT_JOBS__ENABLED: 'false',
      EARSHOT_SCORING__READER: reader,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit') as Promise<End>;
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    const [, url] = /listening on (http:\S+)/.exec(line) ?? [];
    if (url === undefined) continue;
    child.stderr.resume();
    running = {
      url,
      end(signal) {
        child.kill(signal);
        return ended;
      },
    };
    return running;
  }
  throw new Error(`The server did not start:\n${said.join('\n')}`);
}

let dataDir: string;
let token: string;
let server: Server;
let db: Db;

const call = async (path: string, body: unknown): Promise<Record<string, unknown>> => {
  const response = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return { code: response.status, ...((await response.json()) as object) };
};

async function upload(bytes: Uint8Array<ArrayBuffer>): Promise<Record<string, unknown>> {
  const body = new FormData();
  body.set('file', new Blob([bytes]), 'posts.jsonl.gz');
  const response = await fetch(`${server.url}/api/import/file`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });
  return { code: response.status, ...((await response.json()) as object) };
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'earshot-accepted-'));
  folders.push(dataDir);
  server = await start(dataDir);
  const ann = { username: 'ann', email: 'ann@example.test', password: 'a long one for ann' };
  ({ token } = (await call('/auth/register', ann)) as { token: string });
  const campaign = { name: 'Mine', offering: 'Invoicing software for freelancers', rules: [{ text: 'invoic*' }] };
  await call('/campaigns', campaign);
  db = connect(join(dataDir, 'earshot.db'));
});
afterEach(async () => {
  await running?.end('SIGKILL');
  running = null;
  await db.destroy();
});

const lineOf = (number: number): string => {
  const { fullname, title, body, author, subreddit } = makeItem(number, at);
  return JSON.stringify({ name: fullname, title, selftext: body, author, subreddit, created_utc: at / 1000 - 60, score: 1 });
};
const pending = () => db('pending_imports').select('items_done', 'run_ids').orderBy('id').limit(100);
const runs = async () =>
  (await db('runs').where({ source: 'import' }).select('state', 'counts', 'error').orderBy('id').limit(100)).map(
    ({ state, counts, error }) => ({
      state,
      error,
      counts: JSON.parse(counts) as Record<string, number>,
    }),
  );
const settled = async (): Promise<void> => {
  await expect.poll(async () => (await pending()).length, { interval: 100 }).toBe(0);
};
const uploadsIn = (dir: string): string[] => (existsSync(dir) ? readdirSync(dir) : []);

describe('accepted import (202)', () => {
  test(
    'continues where it was after each kill -9 and SIGTERM, without storing a line twice or losing one',
    { timeout: 300_000 },
    async () => {
      const lines = Array.from({ length: 2500 }, (_, number) => lineOf(number));
      // Unreadable lines between the others must also be counted once.
      for (let n = 1; n <= 10; n += 1) lines.splice(n * 220, 0, '{"broken"');
      expect((await upload(gzipSync(lines.join('\n')))).code).toBe(202);
      const ends: string[] = [];
      for (let done = 0; ;) {
        await expect.poll(async () => ((await pending())[0]?.items_done ?? Infinity) > done, { interval: 5 }).toBe(true);
        const [row] = await pending();
        if (!row) break;
        done = row.items_done;
        const signal = ends.length % 3 === 2 ? 'SIGTERM' : 'SIGKILL';
        ends.push(signal);
        expect(await server.end(signal)).toEqual(signal === 'SIGTERM' ? [0, null] : [null, 'SIGKILL']);
        server = await start(dataDir);
      }
      await settled();
      expect(ends.length).toBeGreaterThan(3);
      expect(await runs()).toMatchObject([
        { state: 'partial', counts: { heard: 2500, new: 2500 }, error: expect.stringContaining('and 5 more lines') },
      ]);
      expect(await db('items').countDistinct({ n: 'fullname' }).count({ all: 'id' }).first()).toEqual({ n: 2500, all: 2500 });
      expect(uploadsIn(join(dataDir, 'imports'))).toEqual([]);
    },
  );

  test('continues after a SIGTERM while the built-in model reads what was stored', async () => {
    await server.end('SIGTERM');
    server = await start(dataDir, 'on');
    expect((await upload(gzipSync(Array.from({ length: 600 }, (_, number) => lineOf(number)).join('\n')))).code).toBe(202);
    await expect.poll(async () => (await pending())[0]?.items_done ?? 0, { interval: 5 }).toBe(500);
    expect(await server.end('SIGTERM')).toEqual([0, null]);
    expect(await pending()).toMatchObject([{ items_done: 500 }]);
    server = await start(dataDir);
    await settled();
    expect(await runs()).toMatchObject([{ state: 'ok', counts: { heard: 600, new: 600 } }]);
    expect(await db('items').countDistinct({ n: 'fullname' }).count({ all: 'id' }).first()).toEqual({ n: 600, all: 600 });
  });

  test(
    'of pasted text is stored once, even when the process is killed right after the response',
    { timeout: times(600_000, 1_800_000) },
    async () => {
      const accepted: string[] = [];
      // An account may have only a few imports waiting; further ones are refused and not stored.
      for (let round = 0; round < times(3, 20); round += 1) {
        const texts = Array.from({ length: 10 }, (_, number) => `Which invoicing tool number ${round}${number} do you use?`);
        const answers = await Promise.all(texts.map((text) => call('/import/paste', { text })));
        await server.end('SIGKILL');
        accepted.push(...texts.filter((_, index) => answers[index]?.['code'] === 202));
        server = await start(dataDir);
        await settled();
      }
      expect(accepted.length).toBeGreaterThan(5);
      const kept = (await db('items').select('title', 'body').limit(10_000)).map(({ title, body }) => `${title}${body}`);
      expect(kept.toSorted()).toEqual(accepted.toSorted());
      expect((await runs()).map(({ state }) => state)).toEqual(accepted.map(() => 'ok'));
    },
  );

  test("doesn't delay SIGTERM, even if a few bytes decompress to hours of lines", async () => {
    const blank = Buffer.alloc(400 * 1024 * 1024, '\n');
    expect((await upload(gzipSync(blank))).code).toBe(202);
    expect(await server.end('SIGTERM')).toEqual([0, null]);
    expect(await pending()).toMatchObject([{ items_done: 0 }]);
    expect((await runs()).map(({ state }) => state)).toEqual(['running']);
  });

  test('is given up with a reason when it crashes the process at every start', async () => {
    expect((await upload(gzipSync(Buffer.alloc(400 * 1024 * 1024, '\n')))).code).toBe(202);
    for (let kill = 0; kill <= 3; kill += 1) {
      await server.end('SIGKILL');
      server = await start(dataDir);
    }
    await settled();
    expect(await runs()).toMatchObject([{ state: 'failed', error: expect.stringContaining('Split the file') }]);
    expect(uploadsIn(join(dataDir, 'imports'))).toEqual([]);
  });
});

test('deletes incomplete files of a killed process at startup, and keeps finished backups', async () => {
  await server.end('SIGKILL');
  const left = [
    'tmp/half-an-upload',
    'imports/never-answered',
    'backups/earshot-2026-11-20.db.part',
    'backups/earshot-2026-11-20.db.part-wal',
  ];
  const stays = 'backups/earshot-2026-11-19.db';
  for (const folder of ['tmp', 'imports', 'backups']) mkdirSync(join(dataDir, folder), { recursive: true });
  for (const path of [...left, stays]) writeFileSync(join(dataDir, path), 'x');
  server = await start(dataDir);
  expect(left.filter((path) => existsSync(join(dataDir, path)))).toEqual([]);
  expect(existsSync(join(dataDir, stays))).toBe(true);
});
