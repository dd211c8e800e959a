import { type CountName, countNames, type Counts, type Facts, type StreamFacts, type RuleFacts } from './facts.ts';
import type { CampaignDaysRow } from '../tables.ts';
import type { Durations } from './durations.ts';

export type DayRow = Omit<CampaignDaysRow, 'user_id'>;

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

const streamNames = ['heard', 'matched', 'posts', 'leads', 'replied', 'right', 'wrong'] as const;
const ruleNames = ['posts', 'leads', 'replied', 'right', 'wrong'] as const;

const listOf = ([name, stream]: [string, StreamFacts]): unknown[] =>
  [name, streamNames.map((count) => stream[count]), stream.seen.length > 0 ? [stream.seen] : []].flat();
const ruleListOf = ([text, rule]: [string, RuleFacts]): unknown[] => [text, ruleNames.map((count) => rule[count])].flat();

/** Stores arrays without property names to keep rows small: a chart reads up to ten years of them. */
export function dayColumns(facts: Facts): Omit<DayRow, 'campaign_id' | 'day'> {
  return {
    ...(Object.fromEntries(countNames.map((name) => [columnOf[name], facts[name]])) as Record<CountColumn, number>),
    found: JSON.stringify([...facts.found].flat()),
    answered: JSON.stringify([...facts.answered].flat()),
    written: JSON.stringify([...facts.written].flat()),
    subreddits: JSON.stringify([...facts.subreddits].map(listOf)),
    rules: JSON.stringify([...facts.rules].map(ruleListOf)),
    latency: JSON.stringify([facts.latency.found, facts.latency.seen, facts.latency.answered]),
  };
}

/** Stored as a flat list: quarter hour, count, quarter hour, count, … */
function quartersOf(json: string): Map<number, number> {
  const flat = JSON.parse(json) as number[];
  const quarters = new Map<number, number>();
  for (let at = 0; at < flat.length; at += 2) quarters.set(flat[at] ?? 0, flat[at + 1] ?? 0);
  return quarters;
}

type StreamList = [string, number, number, number, number, number, number, number, Durations?];
type RuleList = [string, number, number, number, number, number];

function streamsOf(json: string): Map<string, StreamFacts> {
  const subreddits = new Map<string, StreamFacts>();
  for (const [name, fetched, matched, posts, leads, replied, right, wrong, seen] of JSON.parse(json) as StreamList[])
    subreddits.set(name, { heard: fetched, matched, posts, leads, replied, right, wrong, seen: seen ?? [] });
  return subreddits;
}

function rulesOf(json: string): Map<string, RuleFacts> {
  const rules = new Map<string, RuleFacts>();
  for (const [text, posts, leads, replied, right, wrong] of JSON.parse(json) as RuleList[])
    rules.set(text, { posts, leads, replied, right, wrong });
  return rules;
}

export function factsOf(row: DayRow): Facts {
  const [found, seen, answered] = JSON.parse(row.latency) as [Durations, Durations, Durations];
  return {
    ...(Object.fromEntries(countNames.map((name) => [name, row[columnOf[name]]])) as Counts),
    found: quartersOf(row.found),
    answered: quartersOf(row.answered),
    written: quartersOf(row.written),
    subreddits: streamsOf(row.subreddits),
    rules: rulesOf(row.rules),
    latency: { found, seen, answered },
  };
}
