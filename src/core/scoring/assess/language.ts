import type { Background } from '../background.ts';
import { openMeaning } from '../encoder/meaning.ts';
import { Likeness } from '../likeness.ts';
import { createReader, type Reader } from '../reading/reading.ts';
import { importanceOf, isCommon } from './importance.ts';
import type { Language } from './profile.ts';
import { createTrades } from './trades.ts';

export type ReadingLanguage = Language & { reader: Reader };

/** What profiles and readings must share, so that the same stem has the same number in both. */
export function createLanguage(background: Background): ReadingLanguage {
  const likeness = new Likeness(background);
  // Function words and other common stems would only blur the similarity.
  const weights = background.stems.map((_, stem) => (isCommon(stem, background) ? 0 : importanceOf(stem, background)));
  const reader = createReader(background.stems, (parts) =>
    likeness.sum(parts.flatMap((counts) => [...counts].map(([stem, count]) => [stem, count * (weights[stem] ?? 0)] as const))),
  );
  const { vocabulary } = reader;
  return { background, reader, vocabulary, likeness, meaning: openMeaning(), trades: createTrades(vocabulary) };
}
