import type { Command } from 'commander';
import { linkLives, newReportSchema } from '#shared/reports.ts';
import { dayMs } from '#shared/time.ts';
import { systemActor } from '#core/platform/actor.ts';
import { actingUser, checked, idOf, leaf, noun, type Shared, withCore } from '../command.ts';
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
    out.result(made, () => core.config.http.publicUrl.replace(/\/$/, '') + made.path);
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

const collect = (value: string, before: string[] = []): string[] => [...before, value];

export function addReportCommands(program: Command): void {
  const report = noun(program, 'report', 'Share reports by links (docs/analytics.md)');
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
  leaf(report, { usage: 'list', about: 'List reports whose links work', example: 'earshot report list' })
    .option(...whose)
    .action(runList);
  leaf(report, { usage: 'revoke <id>', about: 'Revoke the link of a report', example: 'earshot report revoke 3' }).action(runRevoke);
}
