import cron, { type ScheduledTask } from 'node-cron';
import { minuteMs } from '#shared/time.ts';
import { AppError } from '#core/platform/errors.ts';
import { noteTime } from '#core/platform/steady-time.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Core } from '#core/open.ts';
import type { Job } from './define.ts';
import { listJobRows } from '#core/platform/job-queries.ts';
import type { JobsRow } from '#core/platform/tables.ts';
import { registerJobs } from './lease.ts';
import { jobs as allJobs } from './registry.ts';
import { attemptJob } from './run.ts';

const furthestBack = 35 * 24 * 60;

/** True when a slot of the task lies between the last success and now. */
export function missedSlot(task: Pick<ScheduledTask, 'match'>, { since, now }: { since: number; now: number }): boolean {
  const newest = Math.floor(now / minuteMs);
  for (let back = 0; back < furthestBack && (newest - back) * minuteMs > since; back += 1) {
    if (task.match(new Date((newest - back) * minuteMs))) return true;
  }
  return false;
}

/** A success in the future counts as none: the clock was wrong then, or is now. */
function lastSuccess(row: JobsRow | undefined, now: number): number {
  const at = row?.last_success_at ?? row?.known_since ?? now;
  return at > now ? Number.NEGATIVE_INFINITY : at;
}

/** Throws `invalid` for the first wrong cron expression, so that a start can fail before anything else goes on. */
export function checkSchedules(core: Core, jobs: readonly Job[] = allJobs): void {
  for (const job of jobs) {
    const expression = job.schedule(core);
    if (!cron.validate(expression))
      throw new AppError('invalid', `"${expression}" is not a valid cron expression (for the job ${job.name}). Correct it under jobs.`);
  }
}

/** Starts what is due, once at a time for each job; closing ends what runs and waits for it. */
function createTrigger(core: Core) {
  const ending = new AbortController();
  const running = new Map<string, Promise<void>>();
  return {
    trigger(job: Job): void {
      if (running.has(job.name) || ending.signal.aborted) return;
      const run = attemptJob(core, job, ending.signal)
        .then(() => undefined)
        .catch((error: unknown) => core.log.error({ err: error, job: job.name }, 'job could not be run'))
        .finally(() => void running.delete(job.name));
      running.set(job.name, run);
    },
    async close(): Promise<void> {
      ending.abort(new Error('Earshot is stopping'));
      await Promise.all(running.values());
    },
  };
}

interface WatchOptions {
  now: Now;
  everyMs: number;
  /** After each look; `stepMs` is by how much the clock moved against the time that passed. */
  onLook(stepMs: number): void;
}

/** Compares the clock with one that nobody can set. That one stands still while the machine sleeps, so a sleep is a step as well. */
function watchClock({ now, everyMs, onLook }: WatchOptions): () => void {
  let last = { wall: now(), passed: performance.now() };
  const timer = setInterval(() => {
    const look = { wall: now(), passed: performance.now() };
    const stepMs = Math.round(look.wall - last.wall - (look.passed - last.passed));
    last = look;
    onLook(stepMs);
  }, everyMs);
  return () => clearInterval(timer);
}

/** Small corrections change no turn by more than this. */
const toleratedStepMs = 5_000;
const defaultWatchMs = 30_000;

/**
 * Runs jobs at their times in UTC; what was missed while the process was away, asleep, or led astray by its clock runs
 * once. Answers how to stop: it stops the clock, ends what runs and waits for it.
 */
export async function startJobs(
  core: Core,
  jobs: readonly Job[] = allJobs,
  { watchMs = defaultWatchMs }: { watchMs?: number } = {},
): Promise<() => Promise<void>> {
  checkSchedules(core, jobs);
  const { trigger, close } = createTrigger(core);
  let tasks: ScheduledTask[] = [];
  let tail: Promise<void> = Promise.resolve();

  async function disarm(): Promise<void> {
    for (const task of tasks.splice(0)) await task.destroy();
  }

  /** A task waits for a time that it chose by the clock of then: after a step, all are made again. */
  async function arm(): Promise<void> {
    await disarm();
    await noteTime(core.db, core.now());
    const rows = new Map((await listJobRows(core.db)).map((row) => [row.name, row]));
    tasks = jobs.map((job) => {
      const options = { name: job.name, timezone: 'UTC', noOverlap: true, suppressMissedWarning: true };
      const task = cron.schedule(job.schedule(core), () => trigger(job), options);
      task.on('execution:missed', () => trigger(job));
      const now = core.now();
      if (missedSlot(task, { since: lastSuccess(rows.get(job.name), now), now })) trigger(job);
      return task;
    });
  }

  function onLook(stepMs: number): void {
    const isStep = Math.abs(stepMs) > toleratedStepMs;
    if (isStep) core.log.warn({ stepMs }, 'the clock stepped; jobs are scheduled anew');
    tail = tail
      .then(() => (isStep ? arm() : noteTime(core.db, core.now())))
      .catch((error: unknown) => core.log.error({ err: error }, 'jobs could not be scheduled anew'));
  }

  await registerJobs(
    core,
    jobs.map(({ name }) => name),
  );
  await arm();
  const unwatch = watchClock({ now: core.now, everyMs: watchMs, onLook });
  return async () => {
    unwatch();
    await tail;
    await disarm();
    await close();
  };
}
