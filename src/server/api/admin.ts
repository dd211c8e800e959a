import { setTimeout as delay } from 'node:timers/promises';
import type { Actor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Core } from '#core/open.ts';
import { jobs } from '#jobs/registry.ts';
import { attemptJob, listJobStates } from '#jobs/run.ts';
import { nextRunOf } from '#jobs/scheduler.ts';
import { adminRoutes, type JobOverview } from '#shared/admin.ts';
import type { Mount } from '../mount.ts';

/** How long a caller waits for the result of a run; longer runs continue in the background. */
const maxWaitMs = 5_000;
const time = (ms: number | null | undefined): string | null => (ms ? new Date(ms).toISOString() : null);

async function listJobs(core: Core): Promise<{ items: JobOverview[] }> {
  const states = new Map((await listJobStates(core)).map((state) => [state.name, state]));
  const items = jobs.map((job) => {
    const state = states.get(job.name);
    return {
      name: job.name,
      about: job.about,
      schedule: job.schedule(core),
      nextRunAt: time(nextRunOf(job.schedule(core))),
      running: state?.running ?? false,
      lastSuccessAt: time(state?.lastSuccessAt),
      lastFailureAt: time(state?.lastFailureAt),
      lastError: state?.lastError ?? null,
      lastSummary: state?.lastSummary ?? {},
    };
  });
  return { items };
}

async function runNow(core: Core, actor: Actor, name: string) {
  const job = jobs.find((one) => one.name === name);
  if (!job) throw new AppError('not_found', 'Job not found');
  await core.writeAudit(actor, { action: 'job-run', target: `job:${name}` });
  const run = attemptJob(core, job);
  run.catch((error: unknown) => core.log.error({ err: error, job: name }, 'job broke off'));
  const result = await Promise.race([run, delay(maxWaitMs, { state: 'running' as const }, { ref: false })]);
  if (result.state === 'held') throw new AppError('conflict', `${name} is already running. Try again when it has finished.`);
  return {
    state: result.state,
    summary: result.state === 'done' ? result.summary : {},
    error: result.state === 'failed' ? result.error : null,
  };
}

export function mountAdmin(mount: Mount, core: Core): void {
  const {
    instance: { admin },
  } = core;
  mount(adminRoutes.overview, (_, actor) => admin.overview(actor));
  mount(adminRoutes.users, ({ query }, actor) => admin.users(actor, query));
  mount(adminRoutes.user, ({ params }, actor) => admin.getUser(actor, params.id));
  mount(adminRoutes.changeUser, ({ params, body }, actor) => admin.changeUser(actor, params.id, body));
  mount(adminRoutes.inviteUser, ({ body }, actor) => admin.inviteUser(actor, body));
  mount(adminRoutes.deleteUser, ({ params }, actor) => admin.deleteUser(actor, params.id));
  mount(adminRoutes.resetLink, ({ params }, actor) => admin.createResetLink(actor, params.id));
  mount(adminRoutes.jobs, () => listJobs(core));
  mount(adminRoutes.runJob, ({ params }, actor) => runNow(core, actor, params.name));
  mount(adminRoutes.settings, (_, actor) => admin.settings(actor));
  mount(adminRoutes.replaceSettings, ({ body }, actor) => admin.changeSettings(actor, body));
  mount(adminRoutes.changeSettings, ({ body }, actor) => admin.changeSettings(actor, body));
  mount(adminRoutes.audit, ({ query }, actor) => admin.audit(actor, query));
}
