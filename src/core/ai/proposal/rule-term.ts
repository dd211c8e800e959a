import { stemOf } from '#core/scoring/text/stem.ts';

const shortestStem = 5;
/** "swim" of "swimming". */
const shortestDoubled = 4;
/** In other languages: the ending that inflection changes. */
const foreignEnding = 2;

const singular = (word: string): string => {
  if (/(?:ss|us|is|ics|wares?|clothes)$/.test(word) || word.length < 4) return word;
  return word.replace(/(?<=[a-z]{2})ies$/, 'y').replace(/(?<=(?:sh|ch|x|ss|us))es$|s$/, '');
};

/**
 * A word as people would write it in a rule: the singular, which finds the plural too, or its stem with a star where other forms
 * say the same ("bookkeep*", "photograph*").
 */
export function asRuleTerm(word: string, isEnglish: boolean): string {
  if (!isEnglish) return word.length > shortestStem + foreignEnding ? `${word.slice(0, -foreignEnding)}*` : word;
  if (/graph(?:y|ers?|ies)$/.test(word)) return word.replace(/graph(?:y|ers?|ies)$/, 'graph*');
  if (word.length > 8 && /ations?$/.test(word)) return word.replace(/ions?$/, '*');
  const base = word.replace(/ing$/, '').replace(/([^aeiouls])\1$/, '$1');
  if (word.endsWith('ing') && base.length >= (word.length - base.length > 3 ? shortestDoubled : shortestStem)) return `${base}*`;
  const stem = stemOf(word);
  if (/(?:[^e]ed)$/.test(word) && stem.length >= shortestStem && word.startsWith(stem)) return `${stem}*`;
  if (word.endsWith('ers') && stem.length >= shortestStem && word.startsWith(stem)) return `${stem}*`;
  return singular(word);
}

/** "a", "(a OR b)". */
export const anyOf = (words: readonly string[]): string => (words.length > 1 ? `(${words.join(' OR ')})` : (words[0] ?? ''));
