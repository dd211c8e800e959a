import type { Background } from '../background.ts';
import { Likeness } from '../likeness.ts';
import { createReader, type Reader } from '../reading/reading.ts';
import { isCommon } from './importance.ts';
import type { Language } from './profile.ts';

/** The parts that profiles and readings must share, so that their stems have the same numbers. */
export function createLanguage(background: Background): Language & { reader: Reader } {
  const reader = createReader(background.stems);
  const common = Uint8Array.from(background.stems, (_, stem) => (isCommon(stem, background) ? 1 : 0));
  return {
    background,
    reader,
    vocabulary: reader.vocabulary,
    likeness: new Likeness(background),
    telling: (stem) => stem >= 0 && common[stem] !== 1,
  };
}
