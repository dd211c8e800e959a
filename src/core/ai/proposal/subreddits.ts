import {
  type CatalogEntry,
  findSubreddit,
  listSubreddits,
  type SubredditSuggestion,
  suggestSubreddits,
} from '#core/reddit/catalog/catalog.ts';
import { foldedString, foldText } from '#core/scoring/text/fold.ts';
import { stemOf } from '#core/scoring/text/stem.ts';
import type { Language } from './language.ts';

export interface SubredditQuery {
  /** Words that name the offer. */
  offered: readonly string[];
  /** Other words of the text. */
  topics: readonly string[];
  /** The target customer. */
  audience: string;
  /** Where the offer is available. */
  regions: readonly string[];
  /** ISO 639-1. */
  language: string;
}

const maxSuggestions = 8;
const maxRead = 400;
const weights = { offered: 1, field: 0.35, audience: 0.8, topics: 0.3, meaning: 12 };
const [maxHomes, topicsOfHome, maxField, fewHomes] = [4, 4, 6, 2];
const unknownShare = 0.0002;
const leastHome = 0.4;
/** For hand-picked subreddits of the catalog, where people ask for help. */
const chosenBonus = 1.25;
/** A subreddit with less similarity only shares a word with the offer. */
const leastMeaning = 0.12;
const leastApart = 0.45;

const termsOf = (text: string): string[] =>
  foldedString(foldText(text))
    .trim()
    .split(' ')
    .filter((word) => word.length > 2);
const joined = (words: readonly string[]): string[] => words.slice(1).map((word, index) => `${words[index] ?? ''}${word}`);

/** Adds adjacent words joined into one: "small business" finds r/smallbusiness. */
const withPairs = (text: string): string[] => {
  const words = termsOf(text);
  const singular = words.map((word) => word.replace(/(?:ies)$/, 'y').replace(/(?<=(?:s|x|ch|sh))es$|(?<!s)s$/, ''));
  return [...words, ...joined(words), ...joined(singular)];
};

/**
 * Subreddits where target customers ask: about the offer or about these people, and similar to the offer in meaning.
 * For a language other than English, only subreddits in that language.
 */
export function chooseSubreddits({ offered, topics, audience, regions, language }: SubredditQuery, words: Language): SubredditSuggestion[] {
  const field = language === 'en' ? fieldOf({ offered, topics }, words) : [];
  const points = new Map<string, { points: number; isNear: boolean; suggestion: SubredditSuggestion }>();
  const take = (terms: readonly string[], weight: number, isNear: boolean): void => {
    for (const suggestion of suggestSubreddits(terms, maxRead)) {
      const known = points.get(suggestion.name);
      const sum = (known?.points ?? 0) + weight * suggestion.points;
      const nearer = isNear || (known?.isNear ?? false);
      points.set(suggestion.name, { points: sum, isNear: nearer, suggestion: known?.suggestion ?? suggestion });
    }
  };
  take(offered.slice(0, 1), weights.offered, true);
  take([...offered.slice(1), ...joined(offered)], weights.offered / 2, false);
  take(field, weights.field, true);
  take(withPairs(audience), weights.audience, true);
  take(topics, weights.topics, false);
  const wanted = [...offered, ...offered, ...field, ...termsOf(audience), ...topics].map(stemOf);
  const entries = new Map(listSubreddits().map((entry) => [entry.name, entry]));
  const ranked = [...points.values()].flatMap((one) => {
    const entry = entries.get(one.suggestion.name);
    if (!entry || entry.language !== language) return [];
    const meaning = language === 'en' ? words.likenessOf(wanted, stemsOf(entry)) : 1;
    if (meaning < (one.isNear ? leastMeaning : leastApart)) return [];
    return [{ ...one, points: (one.points + weights.meaning * meaning) * (entry.about === '' ? 1 : chosenBonus) }];
  });
  const isHome = homeTest([...offered.slice(0, 1), ...field, ...withPairs(audience)]);
  const home = ranked.filter(({ isNear, suggestion }) => isNear && isHome(entries.get(suggestion.name)));
  const best = (home.length >= fewHomes ? home : ranked).toSorted((a, b) => b.points - a.points);
  const least = (best[0]?.points ?? 0) * 0.3;
  const fitting = best.filter((one) => one.points >= least).map(({ suggestion }) => suggestion);
  const local = regions.flatMap(localOf).filter(({ name }) => fitting.every((other) => other.name !== name));
  return [...fitting.slice(0, maxSuggestions - Math.min(local.length, 2)), ...local.slice(0, 2)];
}

/** The subreddit of a city, where people ask for services nearby. */
function localOf(region: string): SubredditSuggestion[] {
  const entry = findSubreddit((region.split(',')[0] ?? '').replaceAll(/[^\p{L}]/gu, ''));
  return entry ? [{ ...entry, why: `People in ${region} ask there`, points: 0 }] : [];
}

/** Tests whether a subreddit is about one of these words, by name or topics but not by description. */
function homeTest(terms: readonly string[]): (entry: CatalogEntry | undefined) => boolean {
  const stems = new Set(terms.map(stemOf));
  return (entry) => entry !== undefined && [...nameTerms(entry.name), ...entry.topics].some((word) => stems.has(stemOf(word)));
}

/** Topics of the subreddits about the offer's rarest word: "coffee" for "espresso". */
export function fieldOf({ offered, topics }: Pick<SubredditQuery, 'offered' | 'topics'>, words: Language): string[] {
  const [first] = offered;
  if (first === undefined) return [];
  const isHome = homeTest([first]);
  const wanted = [...offered, ...topics].map(stemOf);
  const isUnknown = words.shareOf(stemOf(first)) < unknownShare;
  const homes = suggestSubreddits([first], maxHomes)
    .flatMap(({ name }) => findSubreddit(name) ?? [])
    .filter((entry) => entry.about !== '' && isHome(entry) && (isUnknown || words.likenessOf(wanted, stemsOf(entry)) >= leastHome));
  const found = homes.slice(0, 2).flatMap((entry) => entry.topics.slice(0, topicsOfHome));
  const own = new Set(offered.map(stemOf));
  return [...new Set(found)].filter((topic) => !own.has(stemOf(topic)) && topic.length > 3).slice(0, maxField);
}

const nameTerms = (name: string): string[] => [
  name.toLowerCase(),
  ...termsOf(name.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, '$1 $2')),
];
const stemsOf = ({ name, topics, words, about }: CatalogEntry): string[] =>
  [...nameTerms(name), ...topics, ...words, ...termsOf(about)].map(stemOf);
