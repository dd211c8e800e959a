import { singularOf } from './plural.ts';

/** A light English stem of a folded word: only plural, -ing, -ed, and a final e are removed. */
export function stemOf(word: string): string {
  let stem = singularOf(word);
  if (stem.length > 5 && stem.endsWith('ing')) stem = undouble(stem.slice(0, -3));
  else if (stem.length > 4 && stem.endsWith('ed') && !stem.endsWith('eed')) stem = undouble(stem.slice(0, -2));
  if (stem.length > 5 && stem.endsWith('er')) stem = undouble(stem.slice(0, -2));
  if (stem.length > 3 && stem.endsWith('e')) stem = stem.slice(0, -1);
  if (stem.length > 3 && stem.endsWith('y')) stem = `${stem.slice(0, -1)}i`;
  return stem;
}

function undouble(stem: string): string {
  const last = stem.at(-1) ?? '';
  return stem.length > 3 && last === stem.at(-2) && !'lsz'.includes(last) ? stem.slice(0, -1) : stem;
}
