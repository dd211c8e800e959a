import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { version } from '#shared/product.ts';
import { AppError } from '#core/platform/errors.ts';
import { leaf, type Shared, noun, withCore } from '../command.ts';
import { createOutput, table } from '../output.ts';

export function addDoctor(program: Command): void {
  leaf(program, {
    usage: 'doctor',
    about: 'Check the configuration, database, Reddit connection, email, AI model, and web app',
    example: 'earshot doctor',
  }).action(async (options: Shared) => (await import('../run-doctor.ts')).runDoctor(options));
}

const template = `# Earshot. Every key has a default; keep only the ones you change. config.example.yaml lists them all.
# Any key can also come from the environment: EARSHOT_HTTP__PORT=8080, EARSHOT_REDDIT__CLIENT_SECRET_FILE=/run/secrets/reddit

dataDir: ./data

http:
  port: 3000
  # host: 0.0.0.0                        # only behind a reverse proxy with TLS
  # publicUrl: https://earshot.example.com

reddit:
  # Without a client id Reddit isn't read; all other sources and imports work. Reddit accepts no new apps:
  # this is for one that it has approved. Register it before January 12, 2027, at https://developers.reddit.com/app-registration
  # clientId: ""
  # clientSecret: ""
  # userAgent: "web:com.example.earshot:v${version} (by /u/you)"
`;

function runInit(file: string, shared: Shared & { force?: boolean }): void {
  const out = createOutput(shared.json === true);
  try {
    writeFileSync(file, template, { mode: 0o600, flag: shared.force ? 'w' : 'wx' });
  } catch (error) {
    throw new AppError('conflict', `Couldn't write ${file}. If it exists, --force overwrites it.`, { cause: error });
  }
  out.result({ file }, () => `Wrote ${file}. Next: earshot doctor, then earshot serve.`);
}

export function addInit(program: Command): void {
  leaf(program, { usage: 'init [file]', about: 'Create a config.yaml to start from', example: 'earshot init' })
    .option('--force', 'overwrite an existing file')
    .action((file: string | undefined, shared: Shared & { force?: boolean }) => runInit(file ?? 'config.yaml', shared));
}

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
