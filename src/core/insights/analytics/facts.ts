import { addDurations, type Durations } from './durations.ts';

export const countNames = ['heard', 'matched', 'posts', 'leads', 'contacted', 'replied', 'won', 'dismissed', 'right', 'wrong'] as const;
export type CountName = (typeof countNames)[number];
export type Counts = Record<CountName, number>;

/** Quarter hours since 1970 (UTC) → how many: no zone's days or hours begin between two of them. */
export type Quarters = Map<number, number>;
export const quarterMs = 900_000;

export interface StreamFacts {
  heard: number;
  matched: number;
  posts: number;
  leads: number;
  replied: number;
  right: number;
  wrong: number;
  /** Of leads: from posted to seen. */
  seen: Durations;
}
export type RuleFacts = Pick<StreamFacts, 'posts' | 'leads' | 'replied' | 'right' | 'wrong'>;
/** Of leads, each counted from when its conversation was posted. */
export type Latency = Record<'found' | 'seen' | 'answered', Durations>;

/**
 * What a campaign came to in a stretch of time. Posts count when they were found, with all that became of them since;
 * leads when they were first seen, likewise. Stretches that touch add up.
 */
export interface Facts extends Counts {
  /** Leads by when they were found. */
  found: Quarters;
  /** Leads by when they were answered, whenever they were found. */
  answered: Quarters;
  /** Leads by when their conversation was written, which may be before the stretch. */
  written: Quarters;
  /** By subreddit in lower case. */
  subreddits: Map<string, StreamFacts>;
  /** By the rule's text. A post may have been brought by several. */
  rules: Map<string, RuleFacts>;
  latency: Latency;
}

export const noCounts = (): Counts => Object.fromEntries(countNames.map((name) => [name, 0])) as Counts;
export const newStream = (): StreamFacts => ({ heard: 0, matched: 0, posts: 0, leads: 0, replied: 0, right: 0, wrong: 0, seen: [] });
export const newRule = (): RuleFacts => ({ posts: 0, leads: 0, replied: 0, right: 0, wrong: 0 });
export const newFacts = (): Facts => ({
  ...noCounts(),
  found: new Map(),
  answered: new Map(),
  written: new Map(),
  subreddits: new Map(),
  rules: new Map(),
  latency: { found: [], seen: [], answered: [] },
});

export const isEmpty = (facts: Facts): boolean => countNames.every((name) => facts[name] === 0) && facts.answered.size === 0;

/** The entry of a key, made when it is missing. */
export function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

export const addTo = <K>(map: Map<K, number>, key: K, count = 1): void => void map.set(key, (map.get(key) ?? 0) + count);

export function addCounts(sum: Counts, more: Counts): void {
  for (const name of countNames) sum[name] += more[name];
}

export function addRule(sum: RuleFacts, more: RuleFacts): void {
  sum.posts += more.posts;
  sum.leads += more.leads;
  sum.replied += more.replied;
  sum.right += more.right;
  sum.wrong += more.wrong;
}

export function addStream(sum: StreamFacts, more: StreamFacts): void {
  addRule(sum, more);
  sum.heard += more.heard;
  sum.matched += more.matched;
  addDurations(sum.seen, more.seen);
}

export function addLatency(sum: Latency, more: Latency): void {
  addDurations(sum.found, more.found);
  addDurations(sum.seen, more.seen);
  addDurations(sum.answered, more.answered);
}
