import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeCore } from '#test/support/make-core.ts';
import { createLocalQueue } from './local-queue.ts';
import type { Kind } from './queue.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
beforeEach(async () => {
  made = await makeCore();
});
afterEach(() => made.close());

const work = (run: Kind['run'], changes: Partial<Kind> = {}) =>
  made.core.queue.work({ name: 'count', retries: 0, pauseMs: 1, timeoutMs: 60_000, run, ...changes });
const enqueue = (key: string) => made.core.queue.enqueue('count', key);

test('does work once for each key, and none while other work of its kind runs', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  const stop = await work(() => {
    runs += 1;
    return promise;
  });
  await enqueue('1');
  await enqueue('2');
  expect(runs).toBe(1);
  resolve();
  await vi.waitFor(async () => {
    await enqueue('3');
    expect(runs).toBe(2);
  }, 60_000);
  await enqueue('3');
  await stop();
  await enqueue('4');
  expect(runs).toBe(2);
});

test('tries again what failed, and keeps it as a dead letter when it failed each time', async () => {
  const outcomes = ['full', 'slow', null, 'full', 'slow', 'gone'];
  const run = async (): Promise<void> => {
    const message = outcomes.shift();
    if (message) throw new Error(message);
  };
  const stop = await work(run, { retries: 2 });
  await enqueue('1');
  await vi.waitUntil(() => outcomes.length === 3, 60_000);
  expect(await made.core.queue.listDead()).toEqual([]);
  await vi.waitFor(async () => {
    await enqueue('2');
    expect(outcomes).toEqual([]);
  }, 60_000);
  await vi.waitFor(
    async () => expect(await made.core.queue.listDead()).toEqual([{ name: 'count', attempts: 3, failedAt: made.clock.now }]),
    60_000,
  );
  await stop();
});

test('keeps no dead letter of work that is not tried again, or that was stopped', async () => {
  const fail = (): Promise<void> => Promise.reject(new Error('full'));
  await (
    await work(fail).then((stop) => enqueue('1').then(() => stop))
  )();
  let runs = 0;
  const stop = await work(
    () => {
      runs += 1;
      return fail();
    },
    { retries: 3, pauseMs: 3_600_000 },
  );
  await enqueue('1');
  await vi.waitUntil(() => runs === 1, 60_000);
  await stop();
  expect([runs, await made.core.queue.listDead()]).toEqual([1, []]);
});

test('logs a failure of work that is not tried again', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
  const queue = createLocalQueue({ db: made.core.db, now: made.core.now, log });
  const run = (): Promise<void> => Promise.reject(new Error('full'));
  const stop = await queue.work({ name: 'count', retries: 0, pauseMs: 1, timeoutMs: 60_000, run });
  await queue.enqueue('count', '1');
  await stop();
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ work: 'count', err: expect.objectContaining({ message: 'full' }) }),
  ]);
});
