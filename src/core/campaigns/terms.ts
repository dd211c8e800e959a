import { type Background, readBackground } from '../scoring/background.ts';
import { stemOf } from '../scoring/text/stem.ts';

export interface Term {
  /** One or two words, lower case, as they stand in the text. */
  text: string;
  points: number;
}

/** Seen in more than this share of discussions, a word names no trade. */
const commonShare = 0.05;
const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;
/** Words of every product description; they say nothing of which. */
const salesWords = new Set(
  'app apps tool tools software platform service services solution solutions product products company business businesses team teams people user users customer customers client clients easy simple fast best help helps helping make makes making built build builds building online offer offers offering provide provides sell sells selling create creates want wants need needs small big new free'.split(
    ' ',
  ),
);

function createRarity({ stems, frequencies, documents }: Background): (word: string) => number {
  const known = new Map(stems.map((stem, index) => [stem, frequencies[index] ?? 0]));
  const most = Math.log(documents);
  return (word) => {
    const share = (known.get(stemOf(word)) ?? 1) / documents;
    return share > commonShare || word.length < 3 || salesWords.has(word) ? 0 : -Math.log(share) / most;
  };
}

/** What a text is about, most telling first: rare words, and pairs of them that stand together. */
export function termsOf(text: string, limit: number): Term[] {
  const rarity = createRarity(readBackground());
  const points = new Map<string, number>();
  const add = (term: string, more: number): void => void points.set(term, (points.get(term) ?? 0) + more);
  for (const sentence of text.toLowerCase().split(/[.!?;:,\n()]+/)) {
    const words = sentence.match(wordPattern) ?? [];
    for (const [index, word] of words.entries()) {
      const rare = rarity(word);
      const next = words[index + 1] ?? '';
      const nextRare = next === '' ? 0 : rarity(next);
      if (rare > 0) add(word, rare);
      if (rare > 0 && nextRare > 0) add(`${word} ${next}`, rare + nextRare);
    }
  }
  return [...points]
    .map(([term, sum]) => ({ text: term, points: sum }))
    .toSorted((a, b) => b.points - a.points || a.text.localeCompare(b.text))
    .slice(0, limit);
}
