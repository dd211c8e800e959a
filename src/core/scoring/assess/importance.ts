import type { Background } from '../background.ts';

/** Stems in more documents than this share say nothing of a trade. */
const commonShare = 0.12;
/** Of a stem that the background has never seen. */
const unseen = 3;

/** How distinctive a stem is, 0 for everywhere to about 1 for hardly anywhere. */
export function importanceOf(stem: number, { frequencies, documents }: Background): number {
  return stem < 0 ? 0 : Math.log((documents + 1) / ((frequencies[stem] ?? unseen) + 0.5)) / Math.log(documents);
}

export const isCommon = (stem: number, { frequencies, documents }: Background): boolean =>
  (frequencies[stem] ?? 0) > commonShare * documents;
