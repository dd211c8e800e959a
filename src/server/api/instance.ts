import type { Voter } from '#core/instance/roadmap/service.ts';
import type { Core } from '#core/open.ts';
import type { Actor } from '#core/platform/actor.ts';
import { basePathOf } from '#core/platform/base-path.ts';
import { isoTime } from '#core/platform/clock.ts';
import { AppError } from '#core/platform/errors.ts';
import { jobs } from '#jobs/jobs.ts';
import { attemptJob, listJobStates } from '#jobs/run.ts';
import { nextRunOf } from '#jobs/scheduler.ts';
import { adminRoutes, type JobOverview } from '#shared/admin.ts';
import { connectionRoutes } from '#shared/connections.ts';
import { feedbackRoutes } from '#shared/feedback.ts';
import { purgeRoutes } from '#shared/purges.ts';
import { roadmapRoutes } from '#shared/roadmap.ts';
import { dayMs } from '#shared/time.ts';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { authorize } from '../auth.ts';
import { asAttachment, type Mount, waiting } from '../mount.ts';
import type { ServerContext } from '../state.ts';

/** How long a caller waits for the result of a run; longer runs continue in the background. */
const maxWaitMs = 5_000;

async function listJobs(core: Core): Promise<{ items: JobOverview[] }> {
  const states = new Map((await listJobStates(core)).map((state) => [state.name, state]));
  const items = jobs.map((job) => {
    const state = states.get(job.name);
    return {
      name: job.name,
      about: job.about,
      schedule: job.schedule(core),
      nextRunAt: isoTime(nextRunOf(job.schedule(core))),
      running: state?.running ?? false,
      lastSuccessAt: isoTime(state?.lastSuccessAt),
      lastFailureAt: isoTime(state?.lastFailureAt),
      lastError: state?.lastError ?? null,
      gaveUp: state?.gaveUp ? { at: new Date(state.gaveUp.failedAt).toISOString(), attempts: state.gaveUp.attempts } : null,
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

function mountAdmin(mount: Mount, core: Core): void {
  const {
    instance: { admin },
  } = core;
  mount(adminRoutes.overview, (_, actor) => admin.overview(actor));
  mount(adminRoutes.users, ({ query }, actor) => admin.users(actor, query));
  mount(adminRoutes.user, ({ params }, actor) => admin.getUser(actor, params.id));
  mount(adminRoutes.changeUser, ({ params, body }, actor) => admin.changeUser(actor, params.id, body));
  mount(adminRoutes.inviteUser, ({ body }, actor) => admin.inviteUser(actor, body), { lane: 'waits' });
  mount(adminRoutes.mergeUsers, ({ params, body }, actor) => admin.mergeUsers(actor, params.id, body), { lane: 'waits' });
  mount(adminRoutes.deleteUser, ({ params }, actor) => admin.deleteUser(actor, params.id), { lane: 'waits' });
  mount(adminRoutes.resetLink, ({ params }, actor) => admin.createResetLink(actor, params.id));
  mount(adminRoutes.jobs, () => listJobs(core));
  mount(adminRoutes.runJob, ({ params }, actor) => runNow(core, actor, params.name), { lane: 'waits' });
  mount(adminRoutes.settings, (_, actor) => admin.settings(actor));
  mount(adminRoutes.replaceSettings, ({ body }, actor) => admin.changeSettings(actor, body));
  mount(adminRoutes.changeSettings, ({ body }, actor) => admin.changeSettings(actor, body));
  mount(adminRoutes.audit, ({ query }, actor) => admin.audit(actor, query));
  mount(adminRoutes.auditCsv, ({ query }, actor, ctx) => asAttachment(ctx, admin.auditCsv(actor, query)));
}

function mountConnections(mount: Mount, { instance: { connections } }: Core): void {
  mount(connectionRoutes.list, (_, actor) => connections.list(actor));
  mount(connectionRoutes.change, ({ params, body }, actor) => connections.change(actor, params.id, body.values));
  mount(connectionRoutes.models, ({ body }, actor) => connections.models(actor, body.values));
  mount(connectionRoutes.checkModel, ({ body: { values, ...asked } }, actor) => connections.checkModel(actor, values, asked));
  mount(connectionRoutes.test, ({ params, body }, actor) => connections.test(actor, params.id, body.values));
}

function mountPurges(mount: Mount, { instance: { deletionReport: purges } }: Core): void {
  mount(purgeRoutes.report, (_, actor) => purges.report(actor));
}

function mountFeedback(mount: Mount, { instance: { feedback } }: Core): void {
  mount(feedbackRoutes.send, ({ body }, actor) => feedback.send(actor, body), { body: 'large' });
  mount(feedbackRoutes.picture, ({ params }, actor) => feedback.picture(actor, params.id));
  mount(feedbackRoutes.mine, ({ query }, actor) => feedback.mine(actor, query));
  mount(feedbackRoutes.list, ({ query }, actor) => feedback.list(actor, query));
  mount(feedbackRoutes.get, ({ params }, actor) => feedback.get(actor, params.id));
  mount(feedbackRoutes.answer, ({ params, body }, actor) => feedback.answer(actor, params.id, body));
}

const cookieName = 'earshot_voter';
const yearMs = 365 * dayMs;

/** Signed-in users vote with their account, all others with a random cookie. */
async function voterOf({ accounts: { users: accounts } }: Core, ctx: ServerContext): Promise<Voter> {
  const actor = await authorize(ctx.req, { access: 'user', tokens: 'read' }, accounts.actorFrom).catch(() => null);
  if (actor?.kind === 'user') return { userId: actor.userId };
  const cookie = ctx.cookies.get(cookieName) ?? null;
  return { cookie: cookie !== null && /^[\w-]{32}$/.test(cookie) ? cookie : null, address: ctx.state.address };
}

function withCookie(voter: Voter, ctx: ServerContext, http: Core['config']['http']): Voter {
  if ('userId' in voter || voter.cookie !== null) return voter;
  const cookie = randomBytes(24).toString('base64url');
  // The library would check the socket, but a proxy terminates TLS.
  const isSecure = http.publicUrl.startsWith('https:');
  ctx.cookies.secure = isSecure;
  ctx.cookies.set(cookieName, cookie, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: yearMs,
    path: `${basePathOf(http)}/api/roadmap`,
  });
  return { ...voter, cookie };
}

function mountRoadmap(mount: Mount, core: Core): void {
  const {
    instance: { roadmap },
  } = core;
  mount(roadmapRoutes.list, async (_, __, ctx) => ({ items: await roadmap.list(await voterOf(core, ctx)) }));
  mount(roadmapRoutes.vote, async ({ params }, _, ctx) =>
    roadmap.vote(withCookie(await voterOf(core, ctx), ctx, core.config.http), params.id),
  );
  mount(roadmapRoutes.unvote, async ({ params }, _, ctx) => roadmap.unvote(await voterOf(core, ctx), params.id));
  mount(roadmapRoutes.add, ({ body }, actor) => roadmap.add(actor, body));
  mount(roadmapRoutes.replace, ({ params, body }, actor) => roadmap.change(actor, params.id, body));
  mount(roadmapRoutes.update, ({ params, body }, actor) => roadmap.change(actor, params.id, body));
  mount(roadmapRoutes.remove, ({ params }, actor) => roadmap.remove(actor, params.id));
}

export function mountInstance(mount: Mount, core: Core): void {
  mountAdmin(mount, core);
  mountConnections(waiting(mount), core);
  mountPurges(mount, core);
  mountFeedback(mount, core);
  mountRoadmap(mount, core);
}
