import type { Command } from 'commander';
import { AppError } from '#core/platform/errors.ts';
import { leaf, noun, withCore, type Shared } from '../command.ts';
import { table } from '../output.ts';

const minute = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString().slice(0, 16).replace('T', ' '));

const runList = (shared: Shared) =>
  withCore(shared, async (core, out) => {
    const { jobs } = await import('#jobs/jobs.ts');
    const { listJobStates } = await import('#jobs/run.ts');
    const { nextRunOf } = await import('#jobs/scheduler.ts');
    const states = new Map((await listJobStates(core)).map((state) => [state.name, state]));
    const all = jobs.map((job) => ({
      name: job.name,
      about: job.about,
      schedule: job.schedule(core),
      nextRunAt: nextRunOf(job.schedule(core)),
      lastSuccessAt: states.get(job.name)?.lastSuccessAt ?? null,
      lastError: states.get(job.name)?.lastError ?? null,
    }));
    out.result(all, () =>
      table(
        ['name', 'about', 'schedule (UTC)', 'next run', 'last success', 'last error'],
        all.map((job) => [job.name, job.about, job.schedule, minute(job.nextRunAt), minute(job.lastSuccessAt), job.lastError]),
      ),
    );
  });

const runOne = (name: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const { jobs } = await import('#jobs/jobs.ts');
    const { runJob } = await import('#jobs/run.ts');
    if (!jobs.some((job) => job.name === name))
      throw new AppError('not_found', `Job ${name} not found. Jobs: ${jobs.map((job) => job.name).join(', ')}`);
    const summary = await runJob(core, name);
    out.result(
      summary,
      () =>
        Object.entries(summary)
          .map(([key, value]) => `${key}: ${value}`)
          .join('\n') || 'Done.',
    );
  });

export function addJobCommands(program: Command): void {
  const job = noun(program, 'job', 'Show and run scheduled jobs');
  leaf(job, { usage: 'list', about: 'List jobs with their schedule and last run', example: 'earshot job list' }).action(runList);
  leaf(job, {
    usage: 'run <name>',
    about: 'Run a job now; safe while the server is running',
    example: 'earshot job run retention',
  }).action(runOne);
}
