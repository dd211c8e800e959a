import { basename } from 'node:path';
import { sourceOf, sources, streamKinds } from '#shared/sources.ts';
import { hourMs, minuteMs } from '#shared/time.ts';
import { backupRotating, canBackUp } from '#core/platform/db/backup.ts';
import { databaseFile } from '#core/platform/db/open.ts';
import { checkTables } from '#core/platform/db/soundness.ts';
import { AppError } from '#core/platform/errors.ts';
import { noteTime, steadyTime } from '#core/platform/guards/queries.ts';
import { defineJob, type Job, type JobSummary } from './define.ts';

export const discover = defineJob({
  name: 'discover',
  about: 'Fetches for every campaign that is due',
  schedule: ({ config }) => config.jobs.discovery,
  needsDiskSpace: true,
  leaseMs: 90_000,
  timeoutMs: 30 * minuteMs,
  async run({ core, signal }) {
    const done = await core.discovery.pipeline.listen(signal);
    const outage = await core.discovery.outages.watch();
    if (outage !== null) throw new AppError('unavailable', outage);
    return done;
  },
});

const live = [...new Set(streamKinds.flatMap(({ isLive, source }) => (isLive ? [sourceOf(source).label] : [])))];

const listen = defineJob({
  name: 'listen',
  about: `Reads ${new Intl.ListFormat('en').format(live)} as it is written, and erases what is deleted there`,
  schedule: () => '* * * * *',
  needsDiskSpace: true,
  leaseMs: 30_000,
  timeoutMs: 10 * minuteMs,
  async run({ core, signal }): Promise<JobSummary> {
    await core.discovery.pipeline.listenLive(signal);
    return {};
  },
});

const rescore = defineJob({
  name: 'rescore',
  about: 'Has the model score the posts that are waiting for it, best first',
  schedule: () => '*/5 * * * *',
  leaseMs: 150_000,
  timeoutMs: 30 * minuteMs,
  run: async ({ core, signal }) => ({ ...(await core.discovery.rescoring.run(signal)) }),
});

const learn = defineJob({
  name: 'learn',
  about: 'Learns from new feedback',
  schedule: ({ config }) => config.jobs.learning,
  leaseMs: 90_000,
  timeoutMs: 10 * minuteMs,
  run: ({ core, signal }) => core.inbox.learning.learnDue(signal),
});

const outbox = defineJob({
  name: 'outbox',
  about: 'Sends replies that are due, and checks replies whose outcome is unknown',
  schedule: () => '* * * * *',
  leaseMs: 150_000,
  timeoutMs: 10 * minuteMs,
  run: ({ core, signal }) => core.replies.outbox.sendDue(signal),
});

const drafts = defineJob({
  name: 'drafts',
  about: 'Has the model write replies to the leads of the day, within the budget',
  schedule: () => '3-59/5 * * * *',
  leaseMs: 150_000,
  timeoutMs: 30 * minuteMs,
  run: ({ core, signal }) =>
    core.replies.drafts.writeAhead(async (actor) => (await core.insights.today.get(actor)).items.map(({ lead }) => lead), signal),
});

const replyWatch = defineJob({
  name: 'reply-watch',
  about: 'Checks sent replies: points, replies, removal',
  schedule: () => '*/5 * * * *',
  leaseMs: 150_000,
  timeoutMs: 15 * minuteMs,
  run: async ({ core, signal }) => ({ ...(await core.replies.watch.lookDue(signal)) }),
});

const notify = defineJob({
  name: 'notify',
  about: 'Sends notifications and digests that are due',
  schedule: () => '* * * * *',
  leaseMs: 150_000,
  timeoutMs: 10 * minuteMs,
  run: ({ core, signal }) => core.notifications.sendDue(signal),
});

const reports = defineJob({
  name: 'reports',
  about: 'Emails reports that are due',
  schedule: () => '* * * * *',
  leaseMs: 150_000,
  timeoutMs: 10 * minuteMs,
  run: ({ core, signal }) => core.insights.reports.schedules.sendDue(signal),
});

const ownActivity = defineJob({
  name: 'own-activity',
  about: 'Rereads what connected accounts wrote, and erases what they deleted',
  schedule: () => '23 * * * *',
  leaseMs: 150_000,
  timeoutMs: 30 * minuteMs,
  run: async ({ core, signal }) => ({ ...(await core.replies.activity.refreshDue(signal)) }),
});

const health = defineJob({
  name: 'health',
  about: 'Checks every connected Reddit account once a day',
  schedule: () => '47 * * * *',
  leaseMs: 150_000,
  timeoutMs: 20 * minuteMs,
  run: async ({ core, signal }) => ({ ...(await core.replies.health.checkDue(signal)) }),
});

const followed = sources.filter(({ can }) => can.followDeletions).map(({ label }) => label);

const deletionSync = defineJob({
  name: 'deletion-sync',
  about: `Erases what was deleted on ${new Intl.ListFormat('en').format(followed)}`,
  schedule: ({ config }) => config.jobs.deletionSync,
  leaseMs: 90_000,
  timeoutMs: hourMs,
  freesSpace: true,
  run: async ({ core, signal }) => ({ ...(await core.discovery.pipeline.syncDeletions(signal)) }),
});

export const retention = defineJob({
  name: 'retention',
  about: 'Removes items without a match, and old runs, undos, notifications, and model answers',
  schedule: ({ config }) => config.jobs.retention,
  retries: 3,
  leaseMs: 90_000,
  timeoutMs: 30 * minuteMs,
  freesSpace: true,
  async run({ core, signal }) {
    await noteTime(core.db, core.now());
    const at = await steadyTime(core.db, core.now());
    const pruned = {
      ...(await core.discovery.pipeline.prune(signal, at)),
      notices: await core.notifications.prune(at),
      answers: await core.ai.models.prune(at),
      assistants: await core.accounts.assistants.prune(at),
    };
    await core.reserve.keep();
    return pruned;
  },
});

export const backup = defineJob({
  name: 'backup',
  about: 'Copies the database into the backups folder',
  schedule: ({ config }) => config.jobs.backup,
  retries: 3,
  needsDiskSpace: true,
  leaseMs: 5 * minuteMs,
  timeoutMs: hourMs,
  async run({ core }): Promise<JobSummary> {
    if (!canBackUp(core.db)) return { skipped: 'PostgreSQL is backed up with pg_dump' };
    const { file, bytes, rows } = await backupRotating(core.db, {
      dataDir: core.config.dataDir,
      now: core.now(),
      keep: core.config.retention.backups,
    });
    return { file: basename(file), bytes, rows };
  },
});

export const fileCheck = defineJob({
  name: 'file-check',
  about: 'Checks the database file for damage',
  schedule: () => '29 4 * * *',
  afterStartMs: minuteMs,
  leaseMs: 5 * minuteMs,
  timeoutMs: 2 * hourMs,
  async run({ core, signal }): Promise<JobSummary> {
    if (!canBackUp(core.db)) return { skipped: 'PostgreSQL checks its own files' };
    return { tables: await checkTables(databaseFile(core.config), signal) };
  },
});

const plans = defineJob({
  name: 'plans',
  about: 'Turns posts that waited for the plan limit into leads',
  schedule: () => '7 0 * * *',
  retries: 3,
  leaseMs: minuteMs,
  timeoutMs: 10 * minuteMs,
  async run({ core, signal }) {
    const { promoted } = await core.accounts.plans.promoteAll(signal);
    return { promoted, eventsForgotten: await core.accounts.billing.forgetOldEvents() };
  },
});

const analytics = defineJob({
  name: 'analytics',
  about: 'Recounts days whose figures changed',
  schedule: ({ config }) => config.jobs.analytics,
  leaseMs: 90_000,
  timeoutMs: hourMs,
  run: ({ core, signal }) => core.insights.analytics.keep(signal),
});

const updates = defineJob({
  name: 'updates',
  about: 'Asks the releases feed for a newer version, if updates.feed is set',
  schedule: () => '37 6 * * *',
  leaseMs: minuteMs,
  timeoutMs: minuteMs,
  run: ({ core, signal }) => core.instance.updates.check(signal),
});

/** Every job. */
export const jobs: readonly Job[] = [
  discover,
  listen,
  rescore,
  learn,
  outbox,
  drafts,
  replyWatch,
  notify,
  reports,
  ownActivity,
  health,
  deletionSync,
  retention,
  backup,
  fileCheck,
  plans,
  analytics,
  updates,
];
