import type { HeardItem } from '../../item.ts';
import { createFolder, foldedString } from '../text/fold.ts';
import { stemOf } from '../text/stem.ts';
import type { HeardFrequencies } from './importance.ts';

/** Counts stems over what was heard for one campaign; a few hundred recent items are enough. */
export function countHeard(items: Iterable<HeardItem>): HeardFrequencies {
  const fold = createFolder();
  const counts = new Map<string, number>();
  let documents = 0;
  for (const { title, body } of items) {
    documents += 1;
    const words = foldedString(fold(`${title}\n${body}`))
      .trim()
      .split(' ');
    for (const stem of new Set(words.map((word) => stemOf(word)))) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return { documents, counts };
}
