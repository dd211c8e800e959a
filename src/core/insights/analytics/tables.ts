import { type Analytics, type ChartName, funnelSteps } from '#shared/analytics.ts';
import type { Cell } from '#core/inbox/exports/csv.ts';
import { edges } from './facts.ts';
import { streamsInOrder, ruleOf, rulesInOrder, subredditOf } from './report.ts';
import type { Sums } from './sums.ts';

export interface Source {
  analytics: Analytics;
  sums: Sums;
  campaignName: (id: string) => string;
}
interface TableOf {
  head: string[];
  rows: Cell[][];
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const share = (part: number, whole: number): Cell => (whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000);
const rounded = (value: number | null, digits: number): Cell => (value === null ? null : Number(value.toFixed(digits)));

function funnel({ analytics: { funnel: steps } }: Source): TableOf {
  const rows = funnelSteps.map((step, at) => {
    const above = funnelSteps[at - 1];
    return [step, steps[step], above === undefined ? null : share(steps[step], steps[above])];
  });
  return { head: ['step', 'count', 'shareOfStepAbove'], rows };
}

function leadsOverTime({ analytics: { leadsOverTime: time, bucket, step } }: Source): TableOf {
  const names = time.campaigns.map(({ name }) => name);
  return {
    head: [bucket, step ?? 'leads', 'answered', ...names, 'otherCampaigns'],
    rows: time.days.map((day, at) => [
      day,
      time.total[at] ?? 0,
      time.answered[at] ?? 0,
      ...time.campaigns.map(({ counts }) => counts[at] ?? 0),
      time.others[at] ?? 0,
    ]),
  };
}

const bySubreddit = ({ sums }: Source): TableOf => ({
  head: ['subreddit', 'heard', 'matched', 'posts', 'leads', 'replied', 'right', 'wrong', 'medianMinutesPostedToSeen', 'seen'],
  rows: streamsInOrder(sums.subreddits)
    .map(subredditOf)
    .map((row) => [
      row.subreddit,
      row.heard,
      row.matched,
      row.posts,
      row.leads,
      row.replied,
      row.right,
      row.wrong,
      rounded(row.seenMinutes, 1),
      row.seen,
    ]),
});

const byRule = ({ sums, campaignName }: Source): TableOf => ({
  head: ['rule', 'campaign', 'posts', 'leads', 'replied', 'right', 'wrong'],
  rows: rulesInOrder(sums.rules)
    .map(ruleOf)
    .map((row) => [row.rule, campaignName(row.campaignId), row.posts, row.leads, row.replied, row.right, row.wrong]),
});

const byHour = ({ analytics: { byHour: hours, zone, step } }: Source): TableOf => ({
  head: ['weekday', 'hour', step ?? 'leads', 'zone'],
  rows: hours.cells.flatMap((counts, weekday) => counts.map((leads, hour) => [weekdays[weekday] ?? '', hour, leads, zone])),
});

const precision = ({ analytics: { precision: rated } }: Source): TableOf => ({
  head: ['campaign', 'right', 'wrong', 'rated', 'shareRight'],
  rows: [{ name: 'all', right: rated.right, wrong: rated.wrong }, ...rated.campaigns].map(({ name, right, wrong }) => [
    name,
    right,
    wrong,
    right + wrong,
    share(right, right + wrong),
  ]),
});

const latency = ({ analytics: { latency: steps } }: Source): TableOf => ({
  head: ['minutesUpTo', 'postedToFound', 'postedToSeen', 'postedToAnswered'],
  rows: [...edges, null].map((edge, bucket) => [
    edge ?? 'longer',
    steps.found.counts[bucket] ?? 0,
    steps.seen.counts[bucket] ?? 0,
    steps.answered.counts[bucket] ?? 0,
  ]),
});

const cost = ({ analytics: { cost: costs, leadsOverTime: time, bucket } }: Source): TableOf => ({
  head: [bucket, 'spentUsd', 'leads', 'usdPerLead'],
  rows: time.days.map((day, at) => {
    const [spent, leads] = [costs.spent === null ? null : (costs.buckets[at] ?? 0), costs.leads[at] ?? 0];
    return [day, rounded(spent, 6), leads, spent === null || leads === 0 ? null : rounded(spent / leads, 6)];
  }),
});

const tables: Record<ChartName, (source: Source) => TableOf> = {
  funnel,
  leadsOverTime,
  bySubreddit,
  byRule,
  byHour,
  precision,
  latency,
  cost,
};

export const tableOf = (chart: ChartName, source: Source): TableOf => tables[chart](source);
