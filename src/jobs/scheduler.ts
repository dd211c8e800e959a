import { randomUUID } from 'node:crypto';
import cron, { type ScheduledTask } from 'node-cron';
import { dayMs, minuteMs } from '#shared/time.ts';
import { AppError } from '#core/platform/errors.ts';
import { noteTime } from '#core/platform/guards/queries.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Core } from '#core/open.ts';
import type { Job } from './define.ts';
import { insertJob, listJobRows } from '#core/platform/job-queries.ts';
import type { JobsRow } from '#core/platform/tables.ts';
import { jobs as allJobs } from './jobs.ts';
import { attemptJob } from './run.ts';

const furthestBack = 35 * 24 * 60;

/** Whether a scheduled time of the task lies between the last success and now. */
export function missedSlot(task: Pick<ScheduledTask, 'match'>, { since, now }: { since: number; now: number }): boolean {
  const newest = Math.floor(now / minuteMs);
  for (let back = 0; back < furthestBack && (newest - back) * minuteMs > since; back += 1) {
    if (task.match(new Date((newest - back) * minuteMs))) return true;
  }
  return false;
}

/** Ignores a success in the future: the clock was wrong then, or is now. */
function lastSuccess(row: JobsRow | undefined, now: number): number {
  const at = row?.last_success_at ?? row?.known_since ?? now;
  return at > now ? Number.NEGATIVE_INFINITY : at;
}

/** Throws `invalid` for the first invalid cron expression, so that startup can fail early. */
export function checkSchedules(core: Core, jobs: readonly Job[] = allJobs): void {
  for (const job of jobs) {
    const expression = job.schedule(core);
    if (!cron.validate(expression))
      throw new AppError('invalid', `"${expression}" is not a valid cron expression (for the job ${job.name}). Correct it under jobs.`);
  }
}

/** By schedule; none is ever started: after a step of the clock, node-cron goes through each missed time, for minutes. */
const tasks = new Map<string, Pick<ScheduledTask, 'getNextRuns' | 'match'>>();

function taskOf(expression: string): Pick<ScheduledTask, 'getNextRuns' | 'match'> {
  const task = tasks.get(expression) ?? cron.createTask(expression, () => undefined, { timezone: 'UTC' });
  tasks.set(expression, task);
  return task;
}

/** UTC ms of the next time of a schedule, by the machine's clock; null if there is none. */
export function nextRunOf(expression: string): number | null {
  return taskOf(expression).getNextRuns(1)[0]?.getTime() ?? null;
}

/** Calls back at each time of a schedule, by the machine's clock: once for all times that a step of the clock passed. */
function repeat(expression: string, run: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  function wait(): void {
    const at = nextRunOf(expression);
    if (at === null) return;
    timer = setTimeout(
      () => {
        if (Date.now() >= at) run();
        wait();
      },
      Math.min(at - Date.now(), dayMs),
    );
  }
  wait();
  return () => clearTimeout(timer);
}

/** Start of the slot of a schedule, in minutes or in seconds. */
function slotOf(expression: string, now: number): number {
  const ms = expression.trim().split(/\s+/).length > 5 ? 1_000 : minuteMs;
  return Math.floor(now / ms) * ms;
}

/** Hands due jobs to the queue, and works on them. Closing aborts running jobs and waits for them. */
async function createTrigger(core: Core, jobs: readonly Job[]) {
  const ending = new AbortController();
  const work = async (job: Job): Promise<void> => {
    const result = await attemptJob(core, job, { signal: ending.signal });
    // A daily job that a server held when it ended would wait for the next day.
    if (job.retries && result.state !== 'done') throw new Error(result.state === 'held' ? `${job.name} is held` : result.error);
  };
  const stops: (() => Promise<void>)[] = [];
  for (const job of jobs) {
    const { name, retries = 0, timeoutMs } = job;
    stops.push(await core.queue.work({ name, retries, pauseMs: minuteMs, timeoutMs, run: () => work(job) }));
  }
  return {
    /** `key`: the slot of the schedule, unless it runs for another reason. */
    trigger(job: Job, key = String(slotOf(job.schedule(core), Date.now()))): void {
      if (ending.signal.aborted) return;
      core.queue.enqueue(job.name, key).catch((error: unknown) => core.log.error({ err: error, job: job.name }, 'job could not be run'));
    },
    async close(): Promise<void> {
      ending.abort(new Error('Earshot is stopping'));
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

interface WatchOptions {
  now: Now;
  everyMs: number;
  /** Called after each check; `stepMs` is the clock's deviation from the elapsed time. */
  onLook(stepMs: number): void;
}

/** Compares the clock with a monotonic one, which stops while the machine sleeps, so that sleep counts as a step too. */
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

/** Smaller corrections don't matter for schedules. */
const toleratedStepMs = 5_000;
const defaultWatchMs = 30_000;

/**
 * Runs jobs on their UTC schedules. What was missed while the process was off or asleep, or had a wrong clock, runs once. Returns
 * a function that stops the schedule, aborts running jobs, and waits for them.
 */
export async function startJobs(
  core: Core,
  jobs: readonly Job[] = allJobs,
  { watchMs = defaultWatchMs }: { watchMs?: number } = {},
): Promise<() => Promise<void>> {
  checkSchedules(core, jobs);
  for (const { name } of jobs) await insertJob(core.db, { name, known_since: core.now() });
  const { trigger, close } = await createTrigger(core, jobs);
  let stops: (() => void)[] = [];
  let tail: Promise<void> = Promise.resolve();

  function disarm(): void {
    for (const stop of stops.splice(0)) stop();
  }

  /** A timer waits for a time that was computed from the clock, so all are set anew after a step. */
  async function arm(): Promise<void> {
    disarm();
    await noteTime(core.db, core.now());
    const rows = new Map((await listJobRows(core.db)).map((row) => [row.name, row]));
    stops = jobs.map((job) => {
      const schedule = job.schedule(core);
      const now = core.now();
      if (job.afterStartMs === undefined && missedSlot(taskOf(schedule), { since: lastSuccess(rows.get(job.name), now), now }))
        trigger(job);
      return repeat(schedule, () => trigger(job));
    });
  }

  function onLook(stepMs: number): void {
    const isStep = Math.abs(stepMs) > toleratedStepMs;
    if (isStep) core.log.warn({ stepMs }, 'the clock stepped; jobs are scheduled anew');
    tail = tail
      .then(() => (isStep ? arm() : noteTime(core.db, core.now())))
      .catch((error: unknown) => core.log.error({ err: error }, 'jobs could not be scheduled anew'));
  }

  await arm();
  const late = jobs.flatMap((job) =>
    job.afterStartMs === undefined ? [] : [setTimeout(() => trigger(job, randomUUID()), job.afterStartMs)],
  );
  const unwatch = watchClock({ now: core.now, everyMs: watchMs, onLook });
  return async () => {
    unwatch();
    for (const timer of late) clearTimeout(timer);
    await tail;
    disarm();
    await close();
  };
}
