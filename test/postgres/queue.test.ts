import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OpenDatabase } from '#core/platform/db/open-database.ts';
import { openPostgres } from '#core/platform/db/postgres/open-postgres.ts';
import type { Kind, Queue } from '#core/platform/queue.ts';
import { makeOwnedDatabase, type OwnedDatabase } from '#test/support/test-database.ts';

vi.setConfig({ testTimeout: 300_000 });

let owned: OwnedDatabase;
let dataDir: string;
let lines: string[];
/** Databases of two servers. */
let opened: [OpenDatabase, OpenDatabase];
let a: Queue;
let b: Queue;

beforeEach(async () => {
  owned = await makeOwnedDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'earshot-queue-'));
  lines = [];
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
  const open = () => openPostgres(owned.url, { log, hold: 'own', dataDir });
  opened = [await open(), await open()];
  [a, b] = opened.map(({ queue }) => queue) as [Queue, Queue];
});
afterEach(async () => {
  for (const { close } of opened) await close();
  await owned.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const kind = (run: Kind['run'], changes: Partial<Kind> = {}): Kind => ({
  name: 'count',
  retries: 0,
  pauseMs: 0,
  timeoutMs: 60_000,
  run,
  ...changes,
});
const raw = (sql: string) => opened[0].db.raw(sql);
const listWork = () => raw(`select state::text from earshot_queue.job where name = 'count'`);

/** Waits until so much work has ended. */
const untilEnded = (count: number) =>
  vi.waitFor(async () => expect(await listWork()).toEqual(Array.from({ length: count }, () => ({ state: 'completed' }))), {
    timeout: 120_000,
    interval: 100,
  });

test('does work once for each key, on one of the servers', async () => {
  let runs = 0;
  for (const queue of [a, b]) await queue.work(kind(async () => void (runs += 1)));
  for (const [ended, key] of ['1', '2', '3'].entries()) {
    await Promise.all([a.enqueue('count', key), b.enqueue('count', key)]);
    await untilEnded(ended + 1);
    await Promise.all([a.enqueue('count', key), b.enqueue('count', key)]);
  }
  await untilEnded(3);
  expect(runs).toBe(3);
});

test('takes no work while some of its kind runs on any server', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  const run = (): Promise<void> => {
    runs += 1;
    return promise;
  };
  for (const queue of [a, b]) await queue.work(kind(run));
  await a.enqueue('count', '1');
  await vi.waitUntil(() => runs === 1, { timeout: 120_000 });
  await Promise.all([a.enqueue('count', '2'), b.enqueue('count', '3')]);
  expect(await listWork()).toEqual([{ state: 'active' }]);
  resolve();
  await untilEnded(1);
  await b.enqueue('count', '3');
  await untilEnded(2);
  expect(runs).toBe(2);
});

test('frees a key minutes after its work has ended', async () => {
  let runs = 0;
  await a.work(kind(async () => void (runs += 1)));
  await a.enqueue('count', '1');
  await untilEnded(1);
  await raw(`update earshot_queue.job set completed_on = completed_on - interval '10 minutes'`);
  await raw(`update earshot_queue.queue set maintain_on = maintain_on - interval '10 minutes'`);
  await untilEnded(0);
  await a.enqueue('count', '1');
  await untilEnded(1);
  expect(runs).toBe(2);
});

test.each([0, 3])('does the work of a server that ended again on another one, with %d retries', async (retries) => {
  let runs = 0;
  const one = kind(async () => void (runs += 1), { retries });
  const stop = await a.work(one);
  await stop();
  await a.enqueue('count', '1');
  await raw(`update earshot_queue.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '10 minutes'`);
  await b.work(one);
  await untilEnded(1);
  expect(runs).toBe(1);
});

test('logs a failure of work that is not tried again, and tries it once', async () => {
  let runs = 0;
  await a.work(kind(() => Promise.reject(new Error(`full ${(runs += 1)}`))));
  await a.enqueue('count', '1');
  await untilEnded(1);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ work: 'count', err: expect.objectContaining({ message: 'full 1' }) }),
  ]);
  expect(await a.listDead()).toEqual([]);
});

test('keeps what failed each time as a dead letter that all servers list', async () => {
  let runs = 0;
  await a.work(kind(() => Promise.reject(new Error(`full ${(runs += 1)}`)), { retries: 1 }));
  await a.enqueue('count', '1');
  await vi.waitUntil(async () => (await b.listDead()).length > 0, { timeout: 120_000, interval: 100 });
  expect(await b.listDead()).toEqual([{ name: 'count', attempts: 2, failedAt: expect.any(Number) }]);
  expect(runs).toBe(2);
});

test('gives the queue of pieces that another version created the options of this one', async () => {
  const options = () => raw(`select retry_limit, heartbeat_seconds, expire_seconds from earshot_queue.queue where name = 'piece'`);
  const before = await options();
  await raw(`update earshot_queue.queue set retry_limit = 99, heartbeat_seconds = 99, expire_seconds = 99`);
  await opened[1].close();
  opened[1] = await openPostgres(owned.url, { log: pino({ level: 'silent' }), hold: 'own', dataDir });
  expect(await options()).toEqual(before);
});
