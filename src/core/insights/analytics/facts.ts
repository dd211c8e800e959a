const minute = 60_000;

/** Upper bounds of the buckets in minutes; one more bucket holds everything longer. */
export const edges = [1, 2, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 1080, 1440, 2880, 4320, 10_080, 43_200] as const;

/** A histogram: one count per edge, and a last one for longer durations. Trailing zeros may be missing. */
export type Durations = number[];

/** A negative `ms` (the clocks of two machines can differ) counts as zero. */
export function addDuration(durations: Durations, ms: number): void {
  const found = edges.findIndex((edge) => ms <= edge * minute);
  const bucket = found === -1 ? edges.length : found;
  while (durations.length <= bucket) durations.push(0);
  durations[bucket] = (durations[bucket] ?? 0) + 1;
}

export function addDurations(sum: Durations, more: Durations): void {
  for (const [bucket, count] of more.entries()) sum[bucket] = (sum[bucket] ?? 0) + count;
}

export const countOf = (durations: Durations): number => durations.reduce((sum, count) => sum + count, 0);

/**
 * Quantile in minutes for a share from 0 to 1, interpolated within a bucket; null for an empty histogram. Durations
 * longer than the last edge count as the last edge.
 */
export function quantileOf(durations: Durations, share: number): number | null {
  const wanted = countOf(durations) * share;
  if (wanted === 0) return null;
  let before = 0;
  for (const [bucket, count] of durations.entries()) {
    const high = edges[bucket];
    const low = edges[bucket - 1] ?? 0;
    if (high === undefined) return low;
    if (before + count >= wanted) return low + ((wanted - before) / count) * (high - low);
    before += count;
  }
  return edges.at(-1) ?? null;
}

export const countNames = ['heard', 'matched', 'posts', 'leads', 'contacted', 'replied', 'won', 'dismissed', 'right', 'wrong'] as const;
export type CountName = (typeof countNames)[number];
export type Counts = Record<CountName, number>;

/** Count by quarter hour since 1970 (UTC). Every time zone's days and hours begin on a quarter hour. */
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
  /** Time from posting to first view, of leads. */
  seen: Durations;
}
export type RuleFacts = Pick<StreamFacts, 'posts' | 'leads' | 'replied' | 'right' | 'wrong'>;
/** Time since posting, of leads. */
export type Latency = Record<'found' | 'seen' | 'answered', Durations>;

/**
 * Figures of a campaign for a period. Posts and leads belong to the period in which they were discovered, with
 * everything that has happened to them since. Figures of adjacent periods can be added.
 */
export interface Facts extends Counts {
  /** Leads by time of discovery. */
  found: Quarters;
  /** Leads by time of first contact, including leads found before the period. */
  answered: Quarters;
  /** Leads by time of posting, which can be before the period. */
  written: Quarters;
  /** By lowercase subreddit. */
  subreddits: Map<string, StreamFacts>;
  /** By rule text. Several rules may match the same post. */
  rules: Map<string, RuleFacts>;
  latency: Latency;
}

const noCounts = (): Counts => Object.fromEntries(countNames.map((name) => [name, 0])) as Counts;
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

/** Returns the value of a key, creating it if it is missing. */
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

export function addLatency(sum: Latency, more: Latency): void {
  addDurations(sum.found, more.found);
  addDurations(sum.seen, more.seen);
  addDurations(sum.answered, more.answered);
}
