import { type CampaignStream, namesOf } from '#shared/streams.ts';
import { dayOf, weekdayOf } from '#shared/time-zone.ts';
import type { ReadOnce } from '#core/discovery/pass/queries.ts';
import { eachQuarter, type RuleList, type StreamList, type Piece } from './days.ts';
import {
  newStream,
  addCounts,
  addLatency,
  addTo,
  entryOf,
  type Facts,
  newFacts,
  newRule,
  type StreamFacts,
  quarterMs,
  type RuleFacts,
  addDurations,
} from './facts.ts';
import type { CampaignName } from './queries.ts';
import { bucketOf, type Range } from './range.ts';

/** Facts use lowercase subreddit names; show them in the campaigns' spelling. */
export function withOriginalSpelling(sums: Sums, names: ReadonlyMap<number, CampaignName>): Sums {
  const spelled = [...names.values()].flatMap(({ streams }) => namesOf(JSON.parse(streams) as CampaignStream[], 'subreddit'));
  const spellings = new Map(spelled.map((name) => [name.toLowerCase(), name]));
  return { ...sums, subreddits: new Map([...sums.subreddits].map(([key, stream]) => [spellings.get(key) ?? key, stream])) };
}

/** Of all campaigns together, an item counts once, however many of them read it. */
export function withReadOnce(sums: Sums, { subreddits, ...once }: ReadOnce): Sums {
  const streams = new Map<string, StreamSum>([...sums.subreddits].map(([name, stream]) => [name, { ...stream, heard: 0, matched: 0 }]));
  for (const [name, own] of subreddits) {
    const stream = streams.get(name) ?? { ...newStream(), trend: Array.from({ length: trendParts }, () => 0) };
    streams.set(name, { ...stream, heard: own.read, matched: own.matched });
  }
  return { ...sums, facts: { ...sums.facts, heard: once.read, matched: once.matched }, subreddits: streams };
}

const hourMs = 3_600_000;
export const trendParts = 8;

export interface CampaignSum {
  leads: number;
  right: number;
  wrong: number;
  /** By bucket. */
  found: number[];
}
export interface RuleSum extends RuleFacts {
  campaignId: number;
  rule: string;
}
export interface StreamSum extends StreamFacts {
  trend: number[];
}
export interface Sums {
  facts: Facts;
  found: number[];
  answered: number[];
  /** Weekday (0 is Monday) × hour. */
  hours: number[][];
  campaigns: Map<number, CampaignSum>;
  subreddits: Map<string, StreamSum>;
  rules: RuleSum[];
}

export const zeros = (length: number): number[] => Array.from({ length }, () => 0);
export const addAt = (counts: number[], at: number, count: number): void => {
  if (at >= 0 && at < counts.length) counts[at] = (counts[at] ?? 0) + count;
};

export const noHours = (): number[][] => Array.from({ length: 7 }, () => zeros(24));

/** Adds to the weekday and hour of a quarter hour on the clocks of the time zone. */
export function addHour(hours: readonly number[][], { zone }: Range, { quarter, n }: { quarter: number; n: number }): void {
  const wall = zone.toLocal(quarter * quarterMs);
  addAt(hours[weekdayOf(Math.floor(wall / (24 * hourMs)))] ?? [], Math.floor(wall / hourMs) % 24, n);
}

function addTimes(sums: Sums, { campaignId, facts }: Piece, range: Range): void {
  const { zone } = range;
  const own = entryOf(sums.campaigns, campaignId, () => ({ leads: 0, right: 0, wrong: 0, found: zeros(range.buckets) }));
  own.leads += facts.leads;
  own.right += facts.right;
  own.wrong += facts.wrong;
  eachQuarter(facts.found, (quarter, count) => {
    const bucket = bucketOf(range, dayOf(zone, quarter * quarterMs));
    addAt(own.found, bucket, count);
    addAt(sums.found, bucket, count);
  });
  eachQuarter(facts.answered, (quarter, count) => addAt(sums.answered, bucketOf(range, dayOf(zone, quarter * quarterMs)), count));
  eachQuarter(facts.written, (quarter, count) => addTo(sums.facts.written, quarter, count));
}

function addStream(sum: StreamFacts, [, fetched = 0, matched = 0, posts = 0, leads = 0, replied = 0, ...rated]: StreamList): void {
  const [right = 0, wrong = 0, seen] = rated;
  sum.heard += fetched;
  sum.matched += matched;
  sum.posts += posts;
  sum.leads += leads;
  sum.replied += replied;
  sum.right += right;
  sum.wrong += wrong;
  if (seen) addDurations(sum.seen, seen);
}

function addRule(sum: RuleFacts, [, posts = 0, leads = 0, replied = 0, right = 0, wrong = 0]: RuleList): void {
  sum.posts += posts;
  sum.leads += leads;
  sum.replied += replied;
  sum.right += right;
  sum.wrong += wrong;
}

function addStreams(sums: Sums, { at, facts }: Piece, { from, to }: Range): void {
  const part = Math.min(trendParts - 1, Math.floor((Math.max(0, at - from) / (to - from)) * trendParts));
  for (const stream of facts.subreddits) {
    const [name, , , , leads = 0] = stream;
    const sum = entryOf(sums.subreddits, name, () => ({ ...newStream(), trend: zeros(trendParts) }));
    addStream(sum, stream);
    addAt(sum.trend, part, leads);
  }
}

/** Sums the figures of a range for the charts. */
export function sumUp(pieces: readonly Piece[], range: Range): Sums {
  const sums: Sums = {
    facts: newFacts(),
    found: zeros(range.buckets),
    answered: zeros(range.buckets),
    hours: noHours(),
    campaigns: new Map(),
    subreddits: new Map(),
    rules: [],
  };
  const rules = new Map<number, Map<string, RuleSum>>();
  for (const piece of pieces) {
    addCounts(sums.facts, piece.facts);
    addLatency(sums.facts.latency, piece.facts.latency);
    addTimes(sums, piece, range);
    addStreams(sums, piece, range);
    const own = entryOf(rules, piece.campaignId, () => new Map<string, RuleSum>());
    for (const list of piece.facts.rules) {
      const [rule] = list;
      addRule(
        entryOf(own, rule, () => ({ ...newRule(), campaignId: piece.campaignId, rule })),
        list,
      );
    }
  }
  for (const [quarter, n] of sums.facts.written) addHour(sums.hours, range, { quarter, n });
  sums.rules = [...rules.values()].flatMap((own) => own.values().toArray());
  return sums;
}
