import { countNames, type Facts, type StreamFacts, type RuleFacts } from './facts.ts';
import type { CampaignDaysRow } from '../tables.ts';
import type { Durations } from './durations.ts';

type CountColumns = Record<(typeof countNames)[number], number>;
export type DayRow = Omit<CampaignDaysRow, 'user_id'>;

const streamNames = ['heard', 'matched', 'posts', 'leads', 'replied', 'right', 'wrong'] as const;
const ruleNames = ['posts', 'leads', 'replied', 'right', 'wrong'] as const;

const listOf = ([name, place]: [string, StreamFacts]): unknown[] =>
  [name, streamNames.map((count) => place[count]), place.seen.length > 0 ? [place.seen] : []].flat();
const ruleListOf = ([text, rule]: [string, RuleFacts]): unknown[] => [text, ruleNames.map((count) => rule[count])].flat();

/** Names are left out, for a year of days is read at once. */
export function dayColumns(facts: Facts): Omit<DayRow, 'campaign_id' | 'day'> {
  return {
    ...(Object.fromEntries(countNames.map((name) => [name, facts[name]])) as CountColumns),
    found: JSON.stringify([...facts.found].flat()),
    answered: JSON.stringify([...facts.answered].flat()),
    written: JSON.stringify([...facts.written].flat()),
    places: JSON.stringify([...facts.places].map(listOf)),
    rules: JSON.stringify([...facts.rules].map(ruleListOf)),
    latency: JSON.stringify([facts.latency.found, facts.latency.seen, facts.latency.answered]),
  };
}

/** Pairs of quarter hour and count. */
function quartersOf(json: string): Map<number, number> {
  const flat = JSON.parse(json) as number[];
  const quarters = new Map<number, number>();
  for (let at = 0; at < flat.length; at += 2) quarters.set(flat[at] ?? 0, flat[at + 1] ?? 0);
  return quarters;
}

type StreamList = [string, number, number, number, number, number, number, number, Durations?];
type RuleList = [string, number, number, number, number, number];

function streamsOf(json: string): Map<string, StreamFacts> {
  const places = new Map<string, StreamFacts>();
  for (const [name, fetched, matched, posts, leads, replied, right, wrong, seen] of JSON.parse(json) as StreamList[])
    places.set(name, { heard: fetched, matched, posts, leads, replied, right, wrong, seen: seen ?? [] });
  return places;
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
    ...(Object.fromEntries(countNames.map((name) => [name, row[name]])) as CountColumns),
    found: quartersOf(row.found),
    answered: quartersOf(row.answered),
    written: quartersOf(row.written),
    places: streamsOf(row.places),
    rules: rulesOf(row.rules),
    latency: { found, seen, answered },
  };
}
