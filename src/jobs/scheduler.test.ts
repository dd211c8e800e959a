import cron from 'node-cron';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#shared/time.ts';
import { claimLease } from '#core/platform/job-queries.ts';
import type { Kind, Queue } from '#core/platform/queue.ts';
import { makeCore } from '#test/support/make-core.ts';
import { defineJob, type Job } from './define.ts';
import { attemptJob, listJobStates } from './run.ts';
import { missedSlot, nextRunOf, startJobs } from './scheduler.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
beforeEach(async () => {
  made = await makeCore({}, { start: Date.UTC(2026, 10, 21, 9, 30) });
});
afterEach(() => made.close());

const job = (run: Job['run'], schedule: string): Job =>
  defineJob({ name: 'count', about: 'Counts', schedule: () => schedule, leaseMs: 60_000, timeoutMs: 60_000, run });
const nightly = '11 2 * * *';
const at = (iso: string) => Date.parse(iso);

test('counts a slot between the last success and now as missed in any time zone', () => {
  const task = cron.createTask(nightly, () => {}, { timezone: 'UTC' });
  const missed = (since: string, now: string) => missedSlot(task, { since: at(since), now: at(now) });
  expect(missed('2026-11-20T02:11:30Z', '2026-11-21T02:10:59Z')).toBe(false);
  expect(missed('2026-11-20T02:11:30Z', '2026-11-21T02:11:00Z')).toBe(true);
  expect(missed('2026-03-28T02:11:30Z', '2026-03-29T02:11:01Z')).toBe(true);
  expect(missed('2026-10-25T02:11:30Z', '2026-10-25T23:00:00Z')).toBe(false);
  expect(missed('2026-11-22T02:11:30Z', '2026-11-21T09:00:00Z')).toBe(false);
});

test('finds the next run of a schedule in UTC', () => {
  const next = new Date(nextRunOf(nightly) ?? 0);
  expect([next.getUTCHours(), next.getUTCMinutes(), next.getUTCSeconds()]).toEqual([2, 11, 0]);
  expect(next.getTime()).toBeGreaterThan(Date.now());
  expect(next.getTime()).toBeLessThanOrEqual(Date.now() + dayMs);
});

test('runs missed jobs once at startup, and none in a new instance', async () => {
  let runs = 0;
  const count = job(() => Promise.resolve({ run: (runs += 1) }), nightly);
  await (
    await startJobs(made.core, [count])
  )();
  expect(runs).toBe(0);
  made.clock.now += 24 * 3_600_000;
  await (
    await startJobs(made.core, [count])
  )();
  expect(runs).toBe(1);
  await (
    await startJobs(made.core, [count])
  )();
  expect(runs).toBe(1);
});

test('runs a job some time after each start instead of at once when its time was missed', async () => {
  let runs = 0;
  const settling = { ...job(() => Promise.resolve({ run: (runs += 1) }), nightly), afterStartMs: 50 };
  for (const started of [1, 2]) {
    made.clock.now += 24 * 3_600_000;
    const stop = await startJobs(made.core, [settling]);
    expect(runs).toBe(started - 1);
    while (runs < started) await new Promise((resolve) => setTimeout(resolve, 5));
    await stop();
  }
  expect(runs).toBe(2);
});

test('aborts running jobs when stopped, and waits for them', async () => {
  const log: string[] = [];
  const slow = job(async ({ signal }) => {
    log.push('began');
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    await new Promise((resolve) => setTimeout(resolve, 20));
    log.push('ended');
    return {};
  }, nightly);
  await (
    await startJobs(made.core, [slow])
  )();
  made.clock.now += 24 * 3_600_000;
  const stop = await startJobs(made.core, [slow]);
  while (log.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await stop();
  expect(log).toEqual(['began', 'ended']);
});

test('keeps scheduler and process running when a job always throws', async () => {
  let runs = 0;
  const failing = job(() => Promise.reject(new Error(`failure ${(runs += 1)}`)), '* * * * * *');
  const stop = await startJobs(made.core, [failing]);
  while (runs < 2) await new Promise((resolve) => setTimeout(resolve, 50));
  await stop();
  expect(runs).toBeGreaterThanOrEqual(2);
});

test('shows that a job gave up until it succeeds', async () => {
  const failing = job(() => Promise.reject(new Error('full')), nightly);
  const state = async () => (await listJobStates(made.core)).find(({ name }) => name === 'count');
  await made.core.db('dead_letters').insert({ name: 'count', attempts: 4, failed_at: made.clock.now });
  await attemptJob(made.core, failing);
  expect(await state()).toMatchObject({ lastError: 'full', gaveUp: { attempts: 4, failedAt: made.clock.now } });
  made.clock.now += 1;
  await attemptJob(
    made.core,
    job(() => Promise.resolve({}), nightly),
  );
  expect(await state()).toMatchObject({ lastError: null, gaveUp: null });
});

test('counts a run as failed while another process holds the job, if that is tried again', async () => {
  const work = new Map<string, Kind['run']>();
  const queue: Queue = {
    ...made.core.queue,
    async work({ name, run }) {
      work.set(name, run);
      return async () => undefined;
    },
  };
  const often = job(() => Promise.resolve({}), nightly);
  const daily: Job = { ...often, name: 'daily', retries: 3 };
  const stop = await startJobs({ ...made.core, queue }, [often, daily]);
  for (const one of [often, daily]) await claimLease(made.core.db, { ...one, owner: 'another' }, made.clock.now);
  await expect(work.get('daily')?.()).rejects.toThrow('daily is held');
  await expect(work.get('count')?.()).resolves.toBeUndefined();
  await stop();
});

test('ignores a success in the future', async () => {
  let runs = 0;
  const count = job(() => Promise.resolve({ run: (runs += 1) }), nightly);
  await made.core.db('jobs').insert({ name: 'count', known_since: made.clock.now, last_success_at: made.clock.now + 400 * dayMs });
  await (
    await startJobs(made.core, [count])
  )();
  expect(runs).toBe(1);
});

describe('clock step while jobs are scheduled', () => {
  const RealDate = Date;
  let stepMs = 0;
  class SteppedDate extends RealDate {
    constructor(...given: [] | [number | string]) {
      super(given.length === 0 ? RealDate.now() + stepMs : given[0]);
    }
    static override now = (): number => RealDate.now() + stepMs;
  }
  beforeEach(() => {
    stepMs = 0;
    globalThis.Date = SteppedDate as DateConstructor;
  });
  afterEach(() => void (globalThis.Date = RealDate));

  test.each([
    ['3 hours back', -dayMs / 8],
    ['3 hours ahead', dayMs / 8],
    ['8 days back', -8 * dayMs],
    ['8 days ahead', 8 * dayMs],
    ['400 days back', -400 * dayMs],
    ['400 days ahead', 400 * dayMs],
    ['a day of sleep ahead', dayMs],
  ])('of %s delays neither the frequent nor the daily job', async (_, by) => {
    const core = { ...made.core, now: () => Date.now() };
    const runs = { often: 0, daily: 0 };
    // Its time has just passed, so only the clock step makes it due again.
    const justPassed = new RealDate(RealDate.now() - minuteMs);
    const often: Job = { ...job(() => Promise.resolve({ run: (runs.often += 1) }), '* * * * * *'), name: 'often' };
    const daily: Job = {
      ...job(() => Promise.resolve({ run: (runs.daily += 1) }), `${justPassed.getUTCMinutes()} ${justPassed.getUTCHours()} * * *`),
      name: 'daily',
    };
    const stop = await startJobs(core, [often, daily], { watchMs: 100 });
    await expect.poll(() => runs.often).toBeGreaterThan(0);
    stepMs = by;
    const before = runs.often;
    await expect.poll(() => runs.often).toBeGreaterThan(before + 1);
    // Three hours ahead is the only step that passes no scheduled time of the daily job. Back: its last run is in the future. A
    // day ahead: one of its times has passed.
    await expect.poll(() => runs.daily).toBe(by === dayMs / 8 ? 0 : 1);
    await stop();
  });

  test('of 400 days ahead is not counted through slot by slot before the step is noticed', async () => {
    let runs = 0;
    const stop = await startJobs(made.core, [job(() => Promise.resolve({ run: (runs += 1) }), '* * * * * *')], { watchMs: dayMs });
    await expect.poll(() => runs).toBeGreaterThan(0);
    stepMs = 400 * dayMs;
    const before = runs;
    await expect.poll(() => runs).toBeGreaterThan(before);
    await stop();
  });
});

test('rejects an invalid cron expression at startup with the name of its job', async () => {
  await expect(startJobs(made.core, [job(() => Promise.resolve({}), 'every day')])).rejects.toThrow('count');
});
