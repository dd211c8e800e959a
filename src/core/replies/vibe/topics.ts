import type { OwnItem } from '../activity/rows.ts';
import { readLanguage, tokensIn } from '#core/ai/proposal/language.ts';
import { textOf } from '../own-reports/quotes.ts';
import { stemOf } from '#core/scoring/text/stem.ts';

export interface Topic {
  /** Most frequent spelling. */
  word: string;
  /** All its spellings. */
  words: string[];
  /** All items that contain it, newest first. */
  fullnames: string[];
}

const maxTopics = 6;
const leastItems = 3;
/** Words in a larger share of all discussions are too common to be topics. */
const ordinary = 0.008;
const link = /https?:\/\/\S+|www\.\S+|\[deleted\]|\[removed\]/gi;

interface Occurrences {
  spellings: Map<string, number>;
  items: Set<string>;
}

/** Counts each word once per item. */
function collect(items: readonly OwnItem[]): Map<string, Occurrences> {
  const language = readLanguage();
  const stems = new Map<string, Occurrences>();
  for (const item of items) {
    for (const word of new Set(tokensIn(textOf(item).replaceAll(link, ' ')))) {
      if (word === null || word.length < 4 || /^\d+$/.test(word) || language.isFunctionWord(word)) continue;
      const stem = stemOf(word);
      if (language.shareOf(stem) > ordinary) continue;
      const held = stems.get(stem) ?? { spellings: new Map<string, number>(), items: new Set<string>() };
      held.spellings.set(word, (held.spellings.get(word) ?? 0) + 1);
      held.items.add(item.fullname);
      stems.set(stem, held);
    }
  }
  return stems;
}

/** Words in at least three items that are rare in ordinary discussions, most distinctive first. */
export function listTopics(items: readonly OwnItem[]): Topic[] {
  const language = readLanguage();
  const weight = (stem: string, held: Occurrences) => held.items.size * Math.log(1 / language.shareOf(stem));
  return [...collect(items)]
    .filter(([, held]) => held.items.size >= leastItems)
    .map(([stem, held]) => ({ held, weight: weight(stem, held) }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, maxTopics)
    .map(({ held }) => {
      const words = [...held.spellings].toSorted((a, b) => b[1] - a[1]).map(([word]) => word);
      return { word: words[0] ?? '', words, fullnames: [...held.items] };
    });
}
