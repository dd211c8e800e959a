import type { Analytics, AnalyticsQuery } from '#shared/analytics.ts';
import { authorLabel, communityLabel } from '#shared/labels.ts';
import { type Report, type ReportLead, reportLeads } from '#shared/reports.ts';
import type { Actor } from '#core/platform/actor.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { writtenAt } from '#core/platform/item.ts';
import type { RangeQuery } from '../analytics/range.ts';
import { shareIn } from '../competitors/analytics.ts';
import { type BestLead, getBrand, listBestLeads, type SharedReportRow } from './queries.ts';

export interface ReportDeps {
  readDb: Db;
  readAnalytics: (actor: Actor, query: AnalyticsQuery & RangeQuery, signal?: AbortSignal) => Promise<Analytics>;
}
export type ReportOf = Pick<SharedReportRow, 'user_id' | 'campaign_id' | 'campaign' | 'from_day' | 'to_day' | 'zone' | 'competitor_ids'>;

const excerptLength = 240;

export const isWeb = (url: string | null): url is string => /^https?:\/\//.test(url ?? '');

const leadOf = (row: BestLead): ReportLead => ({
  author: row.reddit_username === '' ? '' : authorLabel(row.reddit_username),
  community: communityLabel(row.subreddit),
  kind: row.kind,
  title: row.title,
  excerpt: row.body.replaceAll(/\s+/g, ' ').slice(0, excerptLength).toWellFormed().trim(),
  reason: row.reason,
  permalink: isWeb(row.permalink) ? row.permalink : null,
  postedAt: writtenAt(row.created_at),
});

async function voiceOf(db: Db, report: ReportOf, { from, to }: Analytics): Promise<Report['voice']> {
  const shown = new Set(JSON.parse(report.competitor_ids) as string[]);
  if (shown.size === 0) return [];
  const all = await shareIn(db, report.user_id, { from: Date.parse(from), to: Date.parse(to) });
  const some = all.filter(({ id }) => shown.has(id));
  const total = some.reduce((sum, { mentions }) => sum + mentions, 0);
  return some.map(({ name, own, mentions }) => ({ name, own, mentions, share: total === 0 ? 0 : mentions / total }));
}

const weeksOf = ({ leadsOverTime: { days, total, answered } }: Analytics): Report['weeks'] =>
  days.map((from, at) => ({ from, leads: total[at] ?? 0, answered: answered[at] ?? 0 }));

/** What a report shows at the moment, and for how many days figures are still being counted. */
export async function readReport(
  { readDb, readAnalytics }: ReportDeps,
  row: ReportOf,
  signal?: AbortSignal,
): Promise<{ report: Report; counting: number }> {
  const owner = { kind: 'user', userId: String(row.user_id), role: 'user' } as const;
  const days = { from: row.from_day, to: row.to_day };
  const campaignId = row.campaign_id === null ? {} : { campaignId: String(row.campaign_id) };
  const analytics = await readAnalytics(owner, { ...days, ...campaignId, zone: row.zone, bucket: 'week' }, signal);
  const [brand, voice, best] = await Promise.all([
    getBrand(readDb, row.user_id),
    voiceOf(readDb, row, analytics),
    listBestLeads(readDb, {
      userId: row.user_id,
      campaignId: row.campaign_id,
      from: Date.parse(analytics.from),
      to: Date.parse(analytics.to),
      limit: reportLeads,
    }),
  ]);
  const { leads, contacted, replied } = analytics.funnel;
  const report = {
    brand,
    campaign: row.campaign,
    ...days,
    sample: analytics.sample,
    leads,
    contacted,
    replied,
    answeredMinutes: analytics.headline.answeredMinutes,
    weeks: weeksOf(analytics),
    voice,
    best: best.map(leadOf),
  };
  return { report, counting: analytics.counting };
}
