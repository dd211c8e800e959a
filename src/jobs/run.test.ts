import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCore } from '#test/support/make-core.ts';
import { claimLease, insertJob, renewLease } from '#core/platform/job-queries.ts';
import { defineJob, type Job } from './define.ts';
import { attemptJob, listJobStates, runJob } from './run.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
beforeEach(async () => {
  made = await makeCore();
});
afterEach(() => made.close());

const job = (run: Job['run'], overrides: Partial<Job> = {}): Job =>
  defineJob({ name: 'count', about: 'Counts', schedule: () => '* * * * *', leaseMs: 60_000, timeoutMs: 60_000, run, ...overrides });
const state = async () => (await listJobStates(made.core))[0];

test('stores the time and summary of a successful run, and ends its lease', async () => {
  expect(
    await attemptJob(
      made.core,
      job(() => Promise.resolve({ counted: 3 })),
    ),
  ).toEqual({ state: 'done', summary: { counted: 3 } });
  expect(await state()).toEqual({
    name: 'count',
    running: false,
    lastSuccessAt: made.clock.now,
    lastFailureAt: null,
    lastError: null,
    lastSummary: { counted: 3 },
    gaveUp: null,
  });
});

test('stores the error of a failed run, notifies browsers, and allows the next run', async () => {
  const events: unknown[] = [];
  made.core.bus.on('push', ({ event, payload }) => events.push([event, payload]));
  expect(
    await attemptJob(
      made.core,
      job(() => Promise.reject(new Error('no disk'))),
    ),
  ).toEqual({ state: 'failed', error: 'no disk' });
  expect(await state()).toMatchObject({ running: false, lastError: 'no disk', lastFailureAt: made.clock.now });
  expect(events).toEqual([['system-health', { status: 'degraded', message: 'count failed' }]]);
  expect(
    await attemptJob(
      made.core,
      job(() => Promise.resolve({})),
    ),
  ).toMatchObject({ state: 'done' });
  expect(await state()).toMatchObject({ lastError: null });
});

test('runs only one of many concurrent attempts', async () => {
  let runs = 0;
  const slow = job(async () => {
    runs += 1;
    await new Promise((resolve) => setTimeout(resolve, 30));
    return {};
  });
  const results = await Promise.all(Array.from({ length: 8 }, () => attemptJob(made.core, slow)));
  expect(results.filter((result) => result.state === 'held')).toHaveLength(7);
  expect(runs).toBe(1);
});

test('takes over an expired lease, and writes nothing as its former owner', async () => {
  const one = job(() => Promise.resolve({}));
  await insertJob(made.core.db, { name: 'count', known_since: made.clock.now });
  expect(await claimLease(made.core.db, { ...one, owner: 'dead' }, made.clock.now)).toBe(true);
  made.clock.now += one.leaseMs - 1;
  expect(await attemptJob(made.core, one)).toEqual({ state: 'held' });
  made.clock.now += 1;
  expect(await attemptJob(made.core, one)).toMatchObject({ state: 'done' });
  expect(await renewLease(made.core.db, { ...one, owner: 'dead' }, made.clock.now)).toBe(false);
});

test("isn't blocked by a lease that a clock jump put far into the future", async () => {
  const one = job(() => Promise.resolve({}));
  await insertJob(made.core.db, { name: 'count', known_since: made.clock.now });
  made.clock.now += 86_400_000;
  await claimLease(made.core.db, { ...one, owner: 'from tomorrow' }, made.clock.now);
  made.clock.now -= 86_400_000;
  expect(await attemptJob(made.core, one)).toMatchObject({ state: 'done' });
});

test('aborts a run that lost its lease', async () => {
  const one = job(
    async ({ core, signal }) => {
      await core.db('jobs').update({ lease_owner: 'somebody else' });
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return { ended: String(signal.reason) };
    },
    { leaseMs: 30 },
  );
  expect(await attemptJob(made.core, one)).toMatchObject({ summary: { ended: expect.stringContaining('took the job over') } });
  expect(await made.core.db('jobs').first('lease_owner', 'last_success_at')).toEqual({
    lease_owner: 'somebody else',
    last_success_at: null,
  });
});

test('fails a hung run after its timeout', async () => {
  const stuck = job(() => new Promise(() => {}), { timeoutMs: 20 });
  expect(await attemptJob(made.core, stuck)).toMatchObject({ state: 'failed' });
  expect(await state()).toMatchObject({ running: false });
});

test('refuses unknown and running jobs in runJob, and reports failures', async () => {
  const failing = job(() => Promise.reject(new Error('no disk')));
  const among = [failing];
  await expect(runJob(made.core, 'nothing', { among })).rejects.toMatchObject({ code: 'not_found' });
  await expect(runJob(made.core, 'count', { among })).rejects.toMatchObject({ code: 'unavailable', message: 'count failed: no disk' });
  await claimLease(made.core.db, { ...failing, owner: 'somebody' }, made.clock.now);
  await expect(runJob(made.core, 'count', { among })).rejects.toMatchObject({ code: 'conflict' });
});

test.each(['discover', 'own-activity', 'deletion-sync', 'retention', 'backup', 'file-check'])(
  'runs the job %s on an empty instance',
  async (name) => {
    const onDisk = await makeCore({}, { onDisk: true });
    await expect(runJob(onDisk.core, name)).resolves.toBeTypeOf('object');
    await onDisk.close();
  },
);
