import type { Command } from 'commander';
import { analyticsQuery, type FunnelStep, funnelSteps } from '#shared/analytics.ts';
import { lastMonthDay, newReportScheduleSchema, reportPaces, type ReportSchedule } from '#shared/report-emails.ts';
import { linkLives, newReportSchema } from '#shared/reports.ts';
import { dayMs } from '#shared/time.ts';
import { systemActor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { actingUser, checked, collect, idOf, leaf, noun, type Shared, withCore } from '../command.ts';
import { table } from '../output.ts';

interface ReportOptions extends Shared {
  user?: string;
  campaign?: string;
  from?: string;
  to?: string;
  expires?: string;
  competitor?: string[];
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const runCreate = (options: ReportOptions) =>
  withCore(options, async (core, out) => {
    const to = options.to ?? dateOf(core.now());
    const asked = {
      campaignId: options.campaign,
      from: options.from ?? dateOf(Date.parse(to) - 29 * dayMs),
      to,
      expiresInDays: options.expires === undefined ? undefined : Number(options.expires),
      competitorIds: options.competitor,
    };
    const report = checked(newReportSchema, asked, "Couldn't share the report");
    const made = await core.insights.reports.create(await actingUser(core, options.user), report);
    out.say("Save the link now; it won't be shown again.");
    out.result(made, () => core.config.http.publicUrl + made.path);
  });

const runList = (options: ReportOptions) =>
  withCore(options, async (core, out) => {
    const { items } = await core.insights.reports.list(await actingUser(core, options.user));
    const rows = items.map(({ id, campaign, from, to, expiresAt, lastOpenedAt }) => [
      id,
      campaign ?? 'all campaigns',
      from,
      to,
      expiresAt,
      lastOpenedAt,
    ]);
    out.result(items, () => table(['ID', 'Campaign', 'From', 'To', 'Expires', 'Last opened'], rows));
  });

const runRevoke = (id: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    await core.insights.reports.revoke(systemActor, idOf(id, 'Report'));
    out.result({ revoked: id }, () => `Report ${id} revoked.`);
  });

interface ShowOptions extends Shared {
  user?: string;
  campaign?: string;
  from?: string;
  to?: string;
  step?: string;
}

/** As every screen calls them. */
const stepNames: Record<FunnelStep, string> = {
  heard: 'Read',
  matched: 'Matched a rule',
  posts: 'Kept',
  leads: 'Leads',
  contacted: 'Contacted',
  replied: 'Replied',
  won: 'Won',
};
const shownSubreddits = 10;

const runShow = (options: ShowOptions) =>
  withCore(options, async (core, out) => {
    const { campaign: campaignId, from, to, step } = options;
    const query = checked(analyticsQuery, { campaignId, from, to, step }, "Couldn't count");
    const figures = await core.insights.analytics.get(await actingUser(core, options.user), query);
    const { items } = figures.bySubreddit;
    out.result(figures, () =>
      [
        table(
          ['Step', 'Count'],
          funnelSteps.map((name) => [stepNames[name] + (name === step ? ' *' : ''), figures.funnel[name]]),
        ),
        table(
          ['Subreddit', stepNames.heard, stepNames.posts, stepNames.leads],
          items.slice(0, shownSubreddits).map((row) => [row.subreddit, row.heard, row.posts, row.leads]),
        ),
      ].join('\n\n'),
    );
  });

interface ScheduleOptions extends Shared {
  user?: string;
  to?: string[];
  campaign?: string;
  pace?: string;
  day?: string;
  hour?: string;
  zone?: string;
  competitor?: string[];
}

const numberOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

const runSchedule = (options: ScheduleOptions) =>
  withCore(options, async (core, out) => {
    const asked = {
      campaignId: options.campaign,
      pace: options.pace,
      day: numberOf(options.day),
      hour: numberOf(options.hour),
      zone: options.zone,
      competitorIds: options.competitor,
      recipients: options.to ?? [],
    };
    const schedule = checked(newReportScheduleSchema, asked, "Couldn't schedule the report");
    const made = await core.insights.reports.schedules.create(await actingUser(core, options.user), schedule);
    out.result(made, () => `Schedule ${made.id} added. The first report is sent at ${made.nextAt}.`);
  });

const troubleOf = ({ paused, recipients }: ReportSchedule): string =>
  paused ?? recipients.flatMap(({ email, error }) => (error === null ? [] : [`${email}: ${error.message}`])).join(' ');

const runSchedules = (options: ReportOptions) =>
  withCore(options, async (core, out) => {
    const { items } = await core.insights.reports.schedules.list(await actingUser(core, options.user));
    const rows = items.map((item) => [
      item.id,
      item.campaign ?? 'all campaigns',
      item.pace,
      item.paused === null ? item.nextAt : '',
      item.recipients.map(({ email, unsubscribedAt }) => (unsubscribedAt === null ? email : `${email} (unsubscribed)`)).join(', '),
      troubleOf(item),
    ]);
    out.result(items, () => table(['ID', 'Campaign', 'Sent', 'Next', 'To', 'Trouble'], rows));
  });

const runPaused = (isPaused: boolean) => (id: string, options: ReportOptions) =>
  withCore(options, async (core, out) => {
    const actor = await actingUser(core, options.user);
    const changed = await core.insights.reports.schedules.update(actor, idOf(id, 'Schedule'), { isPaused });
    out.result(changed, () =>
      isPaused ? `Schedule ${id} paused.` : `Schedule ${id} resumed. The next report is sent at ${changed.nextAt}.`,
    );
  });

const runUnschedule = (id: string, options: ReportOptions) =>
  withCore(options, async (core, out) => {
    await core.insights.reports.schedules.remove(await actingUser(core, options.user), idOf(id, 'Schedule'));
    out.result({ removed: id }, () => `Schedule ${id} removed. The links in its emails no longer work.`);
  });

const runTry = (id: string, options: ReportOptions) =>
  withCore(options, async (core, out) => {
    const result = await core.insights.reports.schedules.try(await actingUser(core, options.user), idOf(id, 'Schedule'));
    if (!result.sent) throw new AppError('unavailable', result.message);
    out.result(result, () => result.message);
  });

export function addReportCommands(program: Command): void {
  const report = noun(program, 'report', 'Share reports by links and emails (docs/analytics.md)');
  const whose = ['--user <email>', 'account to use (required if there are several)'] as const;
  leaf(report, {
    usage: 'create',
    about: "Share a report and print its link (it can't be shown again)",
    example: 'earshot report create --campaign 2 --from 2026-11-01 --to 2026-11-30 --expires 90',
  })
    .option(...whose)
    .option('--campaign <id>', 'campaign (default: all)')
    .option('--from <date>', 'first day (default: 30 days up to the last)')
    .option('--to <date>', 'last day (default: today)')
    .option('--expires <days>', `days until the link expires: ${linkLives.join(', ')} (default: 30)`)
    .option('--competitor <id>', 'competitor for the share of voice (repeatable)', collect)
    .action(runCreate);
  leaf(report, {
    usage: 'show',
    about: 'Print the figures of Analytics; --json has all',
    example: 'earshot report show --from 2026-11-01 --step contacted',
  })
    .option(...whose)
    .option('--campaign <id>', 'campaign (default: all)')
    .option('--from <day>', 'first day (default: 30 days)')
    .option('--to <day>', 'last day (default: today)')
    .option('--step <step>', `count only what reached this step: ${funnelSteps.join(', ')}`)
    .action(runShow);
  leaf(report, { usage: 'list', about: 'List reports whose links work', example: 'earshot report list' })
    .option(...whose)
    .action(runList);
  leaf(report, { usage: 'revoke <id>', about: 'Revoke the link of a report', example: 'earshot report revoke 3' }).action(runRevoke);
  leaf(report, {
    usage: 'schedule',
    about: 'Email a report every week or month',
    example: 'earshot report schedule --campaign 2 --pace monthly --day 1 --to client@example.com',
  })
    .option(...whose)
    .option('--to <address>', 'who gets it (repeatable)', collect)
    .option('--campaign <id>', 'campaign (default: all)')
    .option('--pace <pace>', `${reportPaces.join(' or ')} (default: weekly)`)
    .option('--day <number>', `1 (Monday) to 7, or day of the month up to ${lastMonthDay} (default: 1)`)
    .option('--hour <number>', '0 to 23 (default: 8)')
    .option('--zone <name>', 'time zone, if the account has none (default: UTC)')
    .option('--competitor <id>', 'competitor for the share of voice (repeatable)', collect)
    .action(runSchedule);
  leaf(report, { usage: 'schedules', about: 'List reports that are emailed', example: 'earshot report schedules' })
    .option(...whose)
    .action(runSchedules);
  const onSchedule = [
    ['try', 'Send the last report to your own address now', runTry],
    ['pause', 'Stop sending a report until it is resumed', runPaused(true)],
    ['resume', 'Send a paused report again', runPaused(false)],
    ['unschedule', 'Delete a schedule and end the links in its emails', runUnschedule],
  ] as const;
  for (const [name, about, run] of onSchedule)
    leaf(report, { usage: `${name} <id>`, about, example: `earshot report ${name} 3` })
      .option(...whose)
      .action(run);
}
