import { compileLexicons } from '#core/text/cues.ts';
import type { Background } from '../background.ts';
import { openMeaning } from '../encoder/meaning.ts';
import { Likeness } from '../likeness.ts';
import { createReader, type Reader, type StemCounts } from '../reading/reading.ts';
import { Vocabulary } from '../reading/vocabulary.ts';
import { importanceOf, isCommon } from './importance.ts';
import type { Language } from './profile.ts';
import { createTrades } from './trades.ts';

export type ReadingLanguage = Language & { reader: Reader };

/** What every scorer makes of a table, and none changes: making it takes far longer than the rest. */
function makeShared(background: Background) {
  const likeness = new Likeness(background);
  // Function words and other common stems would only blur the similarity.
  const weights = background.stems.map((_, stem) => (isCommon(stem, background) ? 0 : importanceOf(stem, background)));
  const gistOf = (parts: readonly StemCounts[]) =>
    likeness.sum(parts.flatMap((counts) => [...counts].map(([stem, count]) => [stem, count * (weights[stem] ?? 0)] as const)));
  const vocabulary = new Vocabulary(compileLexicons());
  for (const stem of background.stems) vocabulary.add(stem);
  return { likeness, gistOf, vocabulary, trades: createTrades(vocabulary) };
}

const known = new WeakMap<Background, ReturnType<typeof makeShared>>();

/** What profiles and readings must share, so that the same stem has the same number in both. */
export function createLanguage(background: Background): ReadingLanguage {
  const shared = known.get(background) ?? makeShared(background);
  known.set(background, shared);
  const { likeness, gistOf, trades } = shared;
  const reader = createReader(shared.vocabulary, gistOf);
  return { background, reader, vocabulary: reader.vocabulary, likeness, meaning: openMeaning(), trades };
}
