import type { CatalogEntry } from '#core/reddit/catalog/catalog.ts';
import { stemOf } from '#core/scoring/text/stem.ts';

export type Role = 'offer' | 'audience' | 'topic';
/** A word that fitting subreddits talk about. */
export interface Wanted {
  word: string;
  role: Role;
  /** Says by its own what the subreddit is about: "espresso", not "machine". */
  isDistinct: boolean;
}

const keyLength = 7;
/** "photography" and "photographer" have the same key. */
export const keyOf = (word: string): string => stemOf(word).slice(0, keyLength);

/** Words in names that don't change what a subreddit is about. */
const neutral =
  'advice ask best big budget business buy buying care club community custom daily deals diy energy for group groups help home info learn learning life managers my new of online owner owners planning prep pro questions review reviews small support the tips to uk us usa canada web women men making'.split(
    ' ',
  );
const endings = '(?:s|es|ers?|ing|ings|y|ies|ion|ist|ists)?';
/** Shorter stems have other words that begin with them: "hats" for "hate". */
const longStem = 5;
const escaped = (word: string): string => word.replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Words of a name as written in camel case or with underscores. */
export const namePartsOf = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((part) => part.length > 1);

/** Tests whether a name consists of distinct wanted words and neutral words only: "WeddingPlanning", not "watch_dogs". */
export function explanationTest(wanted: readonly Wanted[]): (name: string) => boolean {
  const formsOf = ({ word }: Wanted): string => {
    const stem = escaped(stemOf(word));
    const forms = [`${escaped(word)}s?`, ...(word.endsWith('s') ? [escaped(word).slice(0, -1)] : [])];
    return `(?:${[...forms, ...(stem.length >= longStem ? [`${stem}${endings}`] : [])].join('|')})`;
  };
  const usable = wanted.filter(({ word }) => escaped(word).length > 2);
  const distinct = usable.filter(({ isDistinct, role }) => isDistinct && role !== 'topic').map(formsOf);
  if (distinct.length === 0) return () => false;
  const other = [...usable.map(formsOf), ...neutral].join('|');
  const whole = new RegExp(`^(?:${other})*(?:${distinct.join('|')})(?:${other})*$`);
  return (name) => whole.test(name.toLowerCase().replaceAll(/[^a-z]/g, ''));
}

interface Mention {
  entry: CatalogEntry;
  /** In the topics or the name; else in words of the description. */
  isTopic: boolean;
}

export interface TopicIndex {
  /** Entries by the keys of their words. */
  mentions: ReadonlyMap<string, readonly Mention[]>;
  /** High for words that few subreddits are about. */
  rarityOf(key: string): number;
}

export function indexTopics(entries: readonly CatalogEntry[]): TopicIndex {
  const mentions = new Map<string, Mention[]>();
  for (const entry of entries) {
    const topics = new Set([...entry.topics, ...namePartsOf(entry.name)].map(keyOf));
    const others = new Set(entry.words.map(keyOf).filter((key) => !topics.has(key)));
    for (const [keys, isTopic] of [
      [topics, true],
      [others, false],
    ] as const) {
      for (const key of keys) mentions.set(key, [...(mentions.get(key) ?? []), { entry, isTopic }]);
    }
  }
  return { mentions, rarityOf: (key) => Math.log(1 + entries.length / (mentions.get(key)?.length ?? 1)) };
}
