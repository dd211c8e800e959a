import { type Analytics, funnelSteps, type LatencyStep } from '#shared/analytics.ts';
import { dateOf } from '#shared/time-zone.ts';
import { isoTime, type Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { Piece } from './days.ts';
import { addCounts, addLatency, newFacts, countOf, quantileOf, type Durations, edges } from './facts.ts';
import { readBriefPieces, type Wanted } from './pieces.ts';
import { firstFetchedAt, type CampaignName } from './queries.ts';
import { type Range, rangeBefore, bucketOf, bucketDays } from './range.ts';
import type { CampaignSum, StreamSum, RuleSum, Sums } from './sums.ts';

interface HeadlineDeps {
  readDb: Db;
  now: Now;
  listSpend: ListSpend;
}

export function headlineOf({ counts, spent }: { counts: ReturnType<typeof newFacts>; spent: number | null }): Analytics['headline'] {
  const { leads, right, wrong, latency } = counts;
  return { leads, right, wrong, answered: countOf(latency.answered), answeredMinutes: quantileOf(latency.answered, 0.5), spent };
}

/** Headline figures of the range before. */
export async function readBefore({ readDb, now, listSpend }: HeadlineDeps, wanted: Wanted, range: Range): Promise<Analytics['before']> {
  const counts = newFacts();
  for (const { facts } of await readBriefPieces(readDb, { ...wanted, ...rangeBefore(range, now()) })) {
    addCounts(counts, facts);
    addLatency(counts.latency, facts.latency);
  }
  const days = spendDays({ firstDay: range.firstDay - range.days, days: range.days });
  return headlineOf({ counts, spent: spentOf(await listSpend({ ...spenderOf(wanted), ...days })) });
}

/** More posts than matched items means that some posts are older than the counting of fetched items. */
export async function heardSince(
  { readDb, now }: HeadlineDeps,
  { userId, campaignId }: Wanted,
  pieces: readonly Piece[],
): Promise<string | null> {
  const since = (await firstFetchedAt(readDb, userId, campaignId)) ?? now();
  const isIncomplete = pieces.some(({ at, facts }) => at < since && facts.posts > facts.matched);
  return isIncomplete ? isoTime(since) : null;
}

export const spenderOf = ({ userId, campaignId }: Wanted) => ({
  userId: String(userId),
  campaignId: campaignId === null ? null : String(campaignId),
});

/** AI cost of one UTC day. */
interface DaySpend {
  day: number;
  cost: number;
  calls: number;
  unpriced: number;
}
interface SpendQuery {
  userId: string;
  campaignId: string | null;
  /** First and last day (inclusive), in UTC days since 1970. */
  from: number;
  to: number;
}
export type ListSpend = (query: SpendQuery) => Promise<DaySpend[]>;

/** UTC days with the same dates as the days of the range: spending is stored by UTC day. */
export const spendDays = ({ firstDay, days }: Pick<Range, 'firstDay' | 'days'>) => ({ from: firstDay, to: firstDay + days - 1 });

export const spentOf = (spend: readonly DaySpend[]): number | null =>
  spend.length === 0 ? null : spend.reduce((sum, { cost }) => sum + cost, 0);

export function costOf(
  spend: readonly DaySpend[],
  range: Range,
  { facts: { leads }, found }: Pick<Sums, 'facts' | 'found'>,
): Analytics['cost'] {
  const spent = spentOf(spend);
  const buckets = Array.from({ length: range.buckets }, () => 0);
  for (const { day, cost } of spend) {
    const at = bucketOf(range, day);
    if (at >= 0 && at < buckets.length) buckets[at] = (buckets[at] ?? 0) + cost;
  }
  return {
    spent,
    perLead: spent === null || leads === 0 ? null : spent / leads,
    calls: spend.reduce((sum, { calls }) => sum + calls, 0),
    unpriced: spend.reduce((sum, { unpriced }) => sum + unpriced, 0),
    buckets,
    leads: found,
  };
}

/** More lines in one chart are hard to tell apart. */
const maxSeries = 6;
const maxRows = 50;

type Parts = Pick<Analytics, 'leadsOverTime' | 'bySubreddit' | 'byRule' | 'byHour' | 'precision' | 'latency'>;
type Names = ReadonlyMap<number, CampaignName>;

function overTimeOf(sums: Sums, range: Range, names: Names): Analytics['leadsOverTime'] {
  const sorted = [...sums.campaigns].filter(([, { leads }]) => leads > 0).toSorted(([a, one], [b, two]) => two.leads - one.leads || a - b);
  const [shown, rest] = [sorted.slice(0, maxSeries), sorted.slice(maxSeries)];
  return {
    days: bucketDays(range).map(dateOf),
    total: sums.found,
    answered: sums.answered,
    campaigns: shown.map(([id, { found }]) => ({
      campaignId: String(id),
      name: names.get(id)?.name ?? '',
      sample: names.get(id)?.sample === 1,
      counts: found,
    })),
    others: Array.from({ length: range.buckets }, (_, at) => rest.reduce((sum, [, { found }]) => sum + (found[at] ?? 0), 0)),
  };
}

export const streamsInOrder = (subreddits: ReadonlyMap<string, StreamSum>): [string, StreamSum][] =>
  [...subreddits].toSorted(
    ([a, one], [b, two]) => two.leads - one.leads || two.posts - one.posts || two.heard - one.heard || (a < b ? -1 : 1),
  );

export const subredditOf = ([name, stream]: [string, StreamSum]): Analytics['bySubreddit']['items'][number] => {
  const { seen, ...counts } = stream;
  return { subreddit: name, ...counts, seen: countOf(seen), seenMinutes: quantileOf(seen, 0.5) };
};

export const rulesInOrder = (rules: readonly RuleSum[]): RuleSum[] =>
  rules.toSorted((one, two) => two.leads - one.leads || two.posts - one.posts || (one.rule < two.rule ? -1 : 1));

export const ruleOf = ({ campaignId, ...rule }: RuleSum): Analytics['byRule']['items'][number] => ({
  campaignId: String(campaignId),
  ...rule,
});

function busiestHourOf(hours: readonly (readonly number[])[]): Analytics['byHour']['most'] {
  let busiest: Analytics['byHour']['most'] = null;
  for (const [weekday, counts] of hours.entries())
    for (const [hour, leads] of counts.entries()) if (leads > (busiest?.leads ?? 0)) busiest = { weekday, hour, leads };
  return busiest;
}

export const precisionOf = (campaigns: ReadonlyMap<number, CampaignSum>, names: Names): Analytics['precision']['campaigns'] =>
  [...campaigns]
    .filter(([, { right, wrong }]) => right + wrong > 0)
    .toSorted(([a, one], [b, two]) => two.right + two.wrong - (one.right + one.wrong) || a - b)
    .map(([id, { right, wrong }]) => ({ campaignId: String(id), name: names.get(id)?.name ?? '', right, wrong }));

export const latencyStepOf = (durations: Durations): LatencyStep => ({
  n: countOf(durations),
  median: quantileOf(durations, 0.5),
  most: quantileOf(durations, 0.9),
  counts: Array.from({ length: edges.length + 1 }, (_, bucket) => durations[bucket] ?? 0),
});

export const funnelOf = ({ facts }: Sums): Analytics['funnel'] => ({
  ...(Object.fromEntries(funnelSteps.map((step) => [step, facts[step]])) as Record<(typeof funnelSteps)[number], number>),
  dismissed: facts.dismissed,
});

/** The parts of the response that need nothing but the sums. */
export function reportOf(sums: Sums, range: Range, names: Names): Parts {
  const { facts } = sums;
  const subreddits = streamsInOrder(sums.subreddits);
  const rules = rulesInOrder(sums.rules);
  return {
    leadsOverTime: overTimeOf(sums, range, names),
    bySubreddit: { items: subreddits.slice(0, maxRows).map(subredditOf), more: Math.max(0, subreddits.length - maxRows) },
    byRule: { items: rules.slice(0, maxRows).map(ruleOf), more: Math.max(0, rules.length - maxRows) },
    byHour: { cells: sums.hours, most: busiestHourOf(sums.hours) },
    precision: { right: facts.right, wrong: facts.wrong, campaigns: precisionOf(sums.campaigns, names).slice(0, maxRows) },
    latency: {
      edges: [...edges],
      found: latencyStepOf(facts.latency.found),
      seen: latencyStepOf(facts.latency.seen),
      answered: latencyStepOf(facts.latency.answered),
    },
  };
}
