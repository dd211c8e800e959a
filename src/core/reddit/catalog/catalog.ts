import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { stemOf } from '#core/scoring/text/stem.ts';

const entrySchema = z.strictObject({
  name: z.string(),
  topics: z.array(z.string()).max(10),
  /** Characteristic words of its description on Reddit; some are noise. */
  words: z.array(z.string()).max(8).default([]),
  /** Subscribers: s below 50,000, m below 500,000, l below 5 million, xl above; as of 2021-03-11 where a public list has them. */
  size: z.enum(['s', 'm', 'l', 'xl']),
  /** A rough estimate of how much promotion the subreddit allows; its own rules decide. */
  promotion: z.enum(['none', 'low', 'weekly-thread', 'ok', 'unknown']).default('unknown'),
  /** Empty for entries taken from a public list. */
  about: z.string().default(''),
  /** Language of the posts, ISO 639-1. */
  language: z.string().default('en'),
});
export type CatalogEntry = z.output<typeof entrySchema>;

export interface SubredditSuggestion {
  name: string;
  /** Reason shown to users: which of the terms matched. */
  why: string;
  size: CatalogEntry['size'];
  promotion: CatalogEntry['promotion'];
  about: string;
  /** Strength of the match; comparable only within one call. */
  points: number;
}

/** A word of the description says less about a subreddit than a topic chosen for it. */
const aboutWeight = 0.25;
const nameWeight = 1.2;

/** Subreddits of the shipped catalog that match at least one of the terms (words or phrases), best first. Rare topics count more. */
export function suggestSubreddits(terms: readonly string[], limit: number): SubredditSuggestion[] {
  const wanted = new Map(terms.flatMap(termsOf).map((word) => [stemOf(word), word]));
  return indexed()
    .map(({ entry, strength }) => {
      const hits = [...wanted].flatMap(([key, word]) => (strength.has(key) ? [{ word, points: strength.get(key) ?? 0 }] : []));
      return {
        entry,
        hits: hits.sort((one, other) => other.points - one.points),
        points: hits.reduce((sum, { points }) => sum + points, 0),
      };
    })
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points || one.entry.name.localeCompare(other.entry.name))
    .slice(0, limit)
    .map(({ entry: { name, size, promotion, about }, hits, points }) => ({
      name,
      why: whyOf(hits.map(({ word }) => word)),
      size,
      promotion,
      about,
      points,
    }));
}

/** Finds a subreddit by name, ignoring case and an `r/` prefix. */
export function findSubreddit(name: string): CatalogEntry | undefined {
  const wanted = name.replace(/^\/?r\//i, '').toLowerCase();
  return listSubreddits().find((entry) => entry.name.toLowerCase() === wanted);
}

let entries: CatalogEntry[] | undefined;
/** The whole catalog, by name. */
export function listSubreddits(): readonly CatalogEntry[] {
  entries ??= readEntries();
  return entries;
}

const readList = (file: URL): CatalogEntry[] => z.array(entrySchema).parse(JSON.parse(readFileSync(file, 'utf8')));

/** Entries written for this catalog, then those from public lists (named in `bench/fit/catalog.ts`). */
function readEntries(): CatalogEntry[] {
  const own = readList(new URL('./subreddits.json', import.meta.url));
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  return [...own, ...readList(new URL('./listed.json', import.meta.url)).filter(({ name }) => !names.has(name.toLowerCase()))];
}

interface Indexed {
  entry: CatalogEntry;
  /** Weight of each stem for the subreddit. */
  strength: ReadonlyMap<string, number>;
}

let index: Indexed[] | undefined;
function indexed(): Indexed[] {
  index ??= buildIndex(listSubreddits());
  return index;
}

function buildIndex(all: readonly CatalogEntry[]): Indexed[] {
  const weighted = all.map((entry) => ({ entry, weights: weightsOf(entry) }));
  const subreddits = new Map<string, number>();
  for (const key of weighted.flatMap(({ weights }) => [...weights.keys()])) subreddits.set(key, (subreddits.get(key) ?? 0) + 1);
  const rarity = (key: string): number => Math.log(1 + all.length / (subreddits.get(key) ?? 1));
  return weighted.map(({ entry, weights }) => ({
    entry,
    strength: new Map([...weights].map(([key, weight]) => [key, weight * rarity(key)])),
  }));
}

function weightsOf({ name, topics, words, about }: CatalogEntry): Map<string, number> {
  // From weakest to strongest: later entries overwrite earlier ones.
  return new Map([
    ...[...termsOf(about), ...words].map((word) => [stemOf(word), aboutWeight] as const),
    ...topics.map((topic) => [stemOf(topic), 1] as const),
    ...termsOf(name.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, '$1 $2')).map((word) => [stemOf(word), nameWeight] as const),
  ]);
}

const empty = new Set(
  'a an and are at by for from help how in into is it more of on or our that the their them these they this those to up us we what which who with you your'.split(
    ' ',
  ),
);
const termsOf = (text: string): string[] => (text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []).filter((word) => !empty.has(word));

const maxNamed = 3;
const whyOf = (words: readonly string[]): string => `Talks about ${new Intl.ListFormat('en').format(words.slice(0, maxNamed))}`;
