import type { Background } from '../background.ts';

/** Stems in a larger share of documents aren't distinctive. */
const commonShare = 0.12;
/** Importance of a stem that isn't in the background corpus. */
const unseen = 3;

/** How distinctive a stem is: 0 if it is everywhere, about 1 if it is very rare. */
export function importanceOf(stem: number, { frequencies, documents }: Background): number {
  return stem < 0 ? 0 : Math.log((documents + 1) / ((frequencies[stem] ?? unseen) + 0.5)) / Math.log(documents);
}

export const isCommon = (stem: number, { frequencies, documents }: Background): boolean =>
  (frequencies[stem] ?? 0) > commonShare * documents;
