import type { CampaignDaysRow } from '../tables.ts';
import {
  type CountName,
  countNames,
  type Counts,
  type Facts,
  type Latency,
  type Quarters,
  type RuleFacts,
  type StreamFacts,
  type Durations,
} from './facts.ts';

/** Figures of a campaign for a UTC day, or for the part of one at an end of the range. */
export interface Piece {
  campaignId: number;
  /** Start in UTC ms. */
  at: number;
  facts: ListedFacts;
}

type DayColumns = Omit<CampaignDaysRow, 'user_id' | 'campaign_id' | 'day'>;

const columnOf = {
  heard: 'fetched',
  matched: 'matched',
  posts: 'posts',
  leads: 'leads',
  contacted: 'contacted',
  replied: 'replied',
  won: 'won',
  dismissed: 'dismissed',
  right: 'good',
  wrong: 'bad',
} as const satisfies Record<CountName, keyof CampaignDaysRow>;
type CountColumn = (typeof columnOf)[CountName];

/** Columns that hold a single number. */
export const countColumns: readonly CountColumn[] = countNames.map((name) => columnOf[name]);

/** Quarter hour, count, quarter hour, count, … */
type QuarterList = readonly number[];

export function eachQuarter(list: QuarterList, visit: (quarter: number, count: number) => void): void {
  for (let at = 0; at < list.length; at += 2) visit(list[at] ?? 0, list[at + 1] ?? 0);
}

/** Trailing zeros may be missing: most subreddits of a day only have what was fetched. */
export type StreamList = readonly [
  name: string,
  fetched?: number,
  matched?: number,
  posts?: number,
  leads?: number,
  replied?: number,
  right?: number,
  wrong?: number,
  seen?: Durations,
];
export type RuleList = readonly [rule: string, posts?: number, leads?: number, replied?: number, right?: number, wrong?: number];

/**
 * Facts without property names, which keeps rows small: a chart reads up to ten years of them, and adds them up as they are.
 */
export interface ListedFacts extends Counts {
  found: QuarterList;
  answered: QuarterList;
  written: QuarterList;
  subreddits: readonly StreamList[];
  rules: readonly RuleList[];
  latency: Latency;
}

const streamNames = ['heard', 'matched', 'posts', 'leads', 'replied', 'right', 'wrong'] as const;
const ruleNames = ['posts', 'leads', 'replied', 'right', 'wrong'] as const;

const withoutTrailingZeros = <T>(list: readonly T[]): T[] => list.slice(0, list.findLastIndex((value) => value !== 0) + 1);

const quartersOf = (quarters: Quarters): QuarterList => [...quarters].flat();
const streamOf = ([name, stream]: [string, StreamFacts]): StreamList => {
  const counts = streamNames.map((count) => stream[count]);
  return [name, ...withoutTrailingZeros(stream.seen.length > 0 ? [...counts, stream.seen] : counts)] as unknown as StreamList;
};
const ruleOf = ([text, rule]: [string, RuleFacts]): RuleList =>
  [text, ...withoutTrailingZeros(ruleNames.map((count) => rule[count]))] as unknown as RuleList;

export const listed = ({ found, answered, written, subreddits, rules, ...rest }: Facts): ListedFacts => ({
  ...rest,
  found: quartersOf(found),
  answered: quartersOf(answered),
  written: quartersOf(written),
  subreddits: [...subreddits].map(streamOf),
  rules: [...rules].map(ruleOf),
});

export function dayColumns(facts: Facts): DayColumns {
  const { found, answered, written, subreddits, rules, latency } = listed(facts);
  return {
    ...(Object.fromEntries(countNames.map((name) => [columnOf[name], facts[name]])) as Record<CountColumn, number>),
    found: JSON.stringify(found),
    answered: JSON.stringify(answered),
    written: JSON.stringify(written),
    subreddits: JSON.stringify(subreddits),
    rules: JSON.stringify(rules),
    latency: JSON.stringify([latency.found, latency.seen, latency.answered]),
  };
}

/** The columns of a stored day after the counts, in the order of `DayList`; a brief one ends after the first three. */
export const detailColumns = ['found', 'answered', 'latency', 'written', 'subreddits', 'rules'] as const satisfies (keyof DayColumns)[];
export const briefColumns = detailColumns.slice(0, 3);

/** A stored day: campaign, UTC day, counts, and details. */
type DayList = [
  campaignId: number,
  day: number,
  ...counts: [number, number, number, number, number, number, number, number, number, number],
  found: QuarterList,
  answered: QuarterList,
  latency: [found: Durations, seen: Durations, answered: Durations],
  written?: QuarterList,
  subreddits?: StreamList[],
  rules?: RuleList[],
];

export interface ListedDay {
  campaignId: number;
  day: number;
  facts: ListedFacts;
}

export function parseDay(json: string): ListedDay {
  const [campaignId, day, fetched, matched, posts, leads, contacted, replied, won, dismissed, right, wrong, ...details] = JSON.parse(
    json,
  ) as DayList;
  const [found, answered, latency, written = [], subreddits = [], rules = []] = details;
  const counts = { heard: fetched, matched, posts, leads, contacted, replied, won, dismissed, right, wrong };
  const [toFound, toSeen, toAnswered] = latency;
  return {
    campaignId,
    day,
    facts: { ...counts, found, answered, written, subreddits, rules, latency: { found: toFound, seen: toSeen, answered: toAnswered } },
  };
}
