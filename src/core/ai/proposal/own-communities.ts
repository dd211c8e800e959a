import type { CustomerLanguage } from '#shared/languages.ts';
import { type CatalogEntry, listSubreddits } from '#core/reddit/catalog/catalog.ts';
import { stemOf } from '#core/text/stems.ts';
import { foldToString } from '#core/text/fold.ts';
import type { OwnWords } from './own-words.ts';
import { unsuited } from './subreddits.ts';

const maxOwn = 3;
/** A subreddit about something else may share one word. */
const leastShared = 2;

const partsOf = (name: string): string[] =>
  foldToString(name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').replaceAll('_', ' '))
    .trim()
    .split(' ');

/** A word in more discussions means several things. */
const clearShare = 0.001;

/** Subreddits that are called like a word of the offer's own, or are about two of them, those by name first. */
export function ownSubreddits({ things, pairs, groupPairs, groups, shared }: OwnWords, language: CustomerLanguage): CatalogEntry[] {
  const clear = new Set([...things, ...groups].flatMap(({ text, share }) => (share < clearShare ? [stemOf(text)] : [])));
  const paired = [...pairs, ...groupPairs];
  // A product that is named is a means, as WhatsApp is.
  const called = [...things.filter(({ isName }) => !isName), ...groups].map(({ text }) => stemOf(text)).filter((stem) => clear.has(stem));
  const names = new Set([...called, ...paired.map((pair) => stemOf(pair.join('')))]);
  if (clear.size + names.size === 0) return [];
  const told = clear.union(new Set([...paired.flat(), ...shared.map(({ text }) => text)].map(stemOf)));
  const listed = listSubreddits().filter((entry) => entry.language === language && !unsuited.test(entry.name));
  const isNamed = ({ name }: CatalogEntry): boolean => {
    const parts = partsOf(name).filter((part) => part !== 'the');
    return names.has(stemOf(parts.join('')));
  };
  const isAbout = ({ name, topics, words }: CatalogEntry): boolean => {
    const about = new Set([...partsOf(name), ...topics].map(stemOf));
    if (about.isDisjointFrom(clear)) return false;
    return told.intersection(about.union(new Set(words.map(stemOf)))).size >= leastShared;
  };
  const named = listed.filter(isNamed);
  return [...named, ...listed.filter((entry) => !named.includes(entry) && isAbout(entry))].slice(0, maxOwn);
}
