import cron, { type ScheduledTask } from 'node-cron';
import { minuteMs } from '#shared/time.ts';
import { AppError } from '#core/platform/errors.ts';
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

const lastGood = (row: JobsRow | undefined, now: number): number => row?.last_success_at ?? row?.known_since ?? now;

/** Throws `invalid` for the first wrong cron expression, so that a start can fail before anything else goes on. */
export function checkSchedules(core: Core, jobs: readonly Job[] = allJobs): void {
  for (const job of jobs) {
    const expression = job.schedule(core);
    if (!cron.validate(expression))
      throw new AppError('invalid', `"${expression}" is not a valid cron expression (for the job ${job.name}). Correct it under jobs.`);
  }
}

/**
 * Runs jobs at their times in UTC; what was missed while the process was away runs once at the start.
 * Answers how to stop: it stops the clock, ends what runs and waits for it.
 */
export async function startJobs(core: Core, jobs: readonly Job[] = allJobs): Promise<() => Promise<void>> {
  const ending = new AbortController();
  const running = new Map<string, Promise<void>>();
  const tasks: ScheduledTask[] = [];

  function trigger(job: Job): void {
    if (running.has(job.name) || ending.signal.aborted) return;
    const run = attemptJob(core, job, ending.signal)
      .then(() => undefined)
      .catch((error: unknown) => core.log.error({ err: error, job: job.name }, 'job could not be run'))
      .finally(() => void running.delete(job.name));
    running.set(job.name, run);
  }

  checkSchedules(core, jobs);
  await registerJobs(
    core,
    jobs.map(({ name }) => name),
  );
  const rows = new Map((await listJobRows(core.db)).map((row) => [row.name, row]));
  for (const job of jobs) {
    const task = cron.schedule(job.schedule(core), () => trigger(job), {
      name: job.name,
      timezone: 'UTC',
      noOverlap: true,
      suppressMissedWarning: true,
    });
    task.on('execution:missed', () => trigger(job));
    tasks.push(task);
    const now = core.now();
    if (missedSlot(task, { since: lastGood(rows.get(job.name), now), now })) trigger(job);
  }
  return async () => {
    ending.abort(new Error('Earshot is stopping'));
    for (const task of tasks) await task.destroy();
    await Promise.all(running.values());
  };
}
