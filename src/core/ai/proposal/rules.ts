import type { Rule } from '#shared/campaigns.ts';
import { parseRule } from '#core/scoring/rules/parse.ts';
import { listWanted } from '#core/scoring/rules/tree.ts';
import { stemOf } from '#core/scoring/text/stem.ts';
import type { Language } from './language.ts';
import type { Term } from './terms.ts';

export interface ProposedRule {
  rule: Rule;
  why: string;
}

interface Basis {
  /** Words that name what is offered, the most particular first. */
  offered: readonly string[];
  /** What else is talked about in the field of the offer. */
  field: readonly string[];
  /** Neighbors and single words that stand out in the rest of the text, strongest first. */
  pairs: readonly Term[];
  singles: readonly Term[];
  /** What people write who need something, as alternatives. */
  need: string;
  isEnglish: boolean;
}

/** More rules than this nobody reads. */
const maxRules = 6;
/** A word of the offer in fewer discussions than this is clear by itself; others need company. */
const clearShare = 0.012;
/** Among several words of an offer, one has to be rarer. */
const veryClearShare = 0.0012;
/** Commoner words say nothing in a rule. */
const dullShare = 0.03;
const shortestClear = 5;
/** The background knows English alone: elsewhere only a long word is taken for a clear one. */
const shortestForeign = 9;
const maxOffered = 3;
const shortestStem = 5;

/** A word as a rule should look for it: its other forms too, where enough of it is left. */
function asRuleWord(word: string, isEnglish: boolean): string {
  if (!isEnglish) return word.length > shortestStem + 2 ? `${word.slice(0, -2)}*` : `${word}*`;
  const stem = stemOf(word);
  const hasForms = /(?:ing|ed)$/.test(word)
    ? stem.length >= shortestStem
    : /(?:e|es|s)$/.test(word) && !/wares?$/.test(word) && stem.length >= 4;
  return hasForms && word.startsWith(stem) && stem.length < word.length ? `${stem}*` : word;
}

const perHundred = (share: number): string =>
  share < 0.001 ? 'hardly any' : share < 0.01 ? 'fewer than 1 in 100' : `about ${Math.round(share * 100)} in 100`;

/**
 * At most six rules that a person can read: the offer by its particular words, each alone only where it is clear, else
 * beside a word of need; then troubles that the text names, and other words of the field beside the offer's.
 */
export function rulesFrom({ offered, field, pairs, singles, need, isEnglish }: Basis, language: Language): ProposedRule[] {
  const spell = (word: string): string => asRuleWord(word, isEnglish);
  const shareOf = (word: string): number => language.shareOf(stemOf(word));
  const main = offered.slice(0, maxOffered);
  const [first = ''] = main;
  const isClear =
    first.length >= (isEnglish ? shortestClear : shortestForeign) && shareOf(first) < (main.length > 1 ? veryClearShare : clearShare);
  const stems = new Set(main.map(stemOf));
  /** What the first rule alone finds needs no second rule. */
  const isNew = (words: readonly string[]): boolean => !isClear || !words.some((word) => stemOf(word) === stemOf(first));
  const withNeed = (word: string): string => `${word} (${need})`;
  const own = isClear
    ? [{ text: spell(first), why: `A particular word of your offer, in ${perHundred(shareOf(first))} discussions elsewhere` }]
    : [
        ...(main.length > 1 ? [{ text: main.map(spell).join(' '), why: 'Names what you offer' }] : []),
        ...(first === ''
          ? []
          : [{ text: withNeed(spell(first)), why: 'A word of your offer, beside words of people who look for something' }]),
      ];
  const others = pairs
    .filter(
      (pair) => pair.stems.some((stem) => !stems.has(stem)) && pair.words.every((word) => shareOf(word) < dullShare) && isNew(pair.words),
    )
    .map(({ words: pair }) => ({ text: pair.map(spell).join(' '), why: 'Your text uses these words together' }));
  const beside = singles
    .filter((term) => !term.stems.some((stem) => stems.has(stem)) && term.share < dullShare)
    .map(({ words: [word = ''] }) => ({
      text: isClear || first === '' ? withNeed(spell(word)) : `${spell(word)} ${spell(first)}`,
      why: isClear ? 'A word of your field, beside words of people who look for something' : 'A word of your field beside your offer',
    }));
  const related = isEnglish
    ? field
        .filter((word) => shareOf(word) < dullShare && !stems.has(stemOf(word)))
        .map((word) => ({ text: withNeed(spell(word)), why: 'Talked about where your offer is at home' }))
    : [];
  const all = [...own, ...others.slice(0, isClear ? 1 : 2), ...beside.slice(0, isClear ? 1 : 2), ...(isClear ? related.slice(0, 3) : [])];
  const proposed = all.filter(({ text }, index) => all.findIndex((other) => other.text === text) === index && parseRule(text).ok);
  return proposed.slice(0, maxRules).map(({ text, why }) => ({ rule: { text }, why }));
}

/** A rule that everybody's small talk would match. */
const everydayShare = 0.08;

/** Whether a rule that a model proposes can be read and asks for something particular. */
export function isUsefulRule(text: string, language: Language): boolean {
  const parsed = parseRule(text);
  if (!parsed.ok) return false;
  return listWanted(parsed.tree).some(
    (leaf) => leaf.kind === 'words' && leaf.words.split(' ').some((word) => language.shareOf(stemOf(word)) < everydayShare),
  );
}
