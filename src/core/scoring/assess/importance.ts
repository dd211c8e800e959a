import type { Background } from '../background.ts';
import type { Vocabulary } from '../reading/vocabulary.ts';

/** In how many of the items heard for a campaign each stem stood. */
export interface HeardFrequencies {
  documents: number;
  counts: ReadonlyMap<string, number>;
}

/** What the background counts for when little has been heard. */
const priorDocuments = 50;
/** Stems in more documents than this share say nothing of a trade. */
export const commonShare = 0.12;
/** Of a stem that the background has never seen. */
const unseen = 3;
const least = 0.02;

/** How telling stems are, 0 to about 1: rare at large, and not in every item of the campaign's own stream either. */
export type Importance = (stem: number) => number;

export function createImportance(background: Background, vocabulary: Vocabulary, heard?: HeardFrequencies): Importance {
  const { documents, frequencies } = background;
  const memo: number[] = [];
  const scale = Math.log(documents);
  const compute = (stem: number): number => {
    const share = ((frequencies[stem] ?? unseen) + 0.5) / (documents + 1);
    const local = (heard?.counts.get(vocabulary.stems[stem] ?? '') ?? 0) + priorDocuments * share;
    const localShare = local / ((heard?.documents ?? 0) + priorDocuments);
    return Math.sqrt((-Math.log(share) / scale) * Math.max(least, -Math.log(localShare) / scale));
  };
  return (stem) => (stem < 0 ? 0 : (memo[stem] ??= compute(stem)));
}

export const isCommon = (stem: number, { frequencies, documents }: Background): boolean =>
  (frequencies[stem] ?? 0) > commonShare * documents;
