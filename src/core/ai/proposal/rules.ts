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
  /** Words that name the offer, rarest first. */
  offered: readonly string[];
  /** Other words of the offer's field. */
  field: readonly string[];
  /** Word pairs and single words that stand out in the text, strongest first. */
  pairs: readonly Term[];
  singles: readonly Term[];
  /** Phrases of people who need something, separated by OR. */
  need: string;
  isEnglish: boolean;
}

/** Few enough to read at a glance. */
const maxRules = 6;
/** A related word in fewer discussions than this is specific enough to be a rule of its own. */
const specificShare = 0.012;
const leastCompany = 0.2;
const minSpecificLength = 4;
/** The background table covers only English: in other languages, only a long word counts as specific. */
const minForeignLength = 9;
const [maxOffered, maxSpecific] = [3, 4];
/** More common words add nothing to a rule. */
const commonShare = 0.12;
const shortestStem = 5;

/** A word with a wildcard for its other forms, if its stem is long enough. */
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
 * At most six readable rules: specific words of the offer on their own, its other words together with a phrase of
 * need, and word pairs from the text.
 */
export function rulesFrom(basis: Basis, language: Language): ProposedRule[] {
  const rules = isShort(basis) ? rulesOfShort(basis, language) : rulesOfLong(basis, language);
  const proposed = rules.filter(({ text }, index) => rules.findIndex((other) => other.text === text) === index && parseRule(text).ok);
  return proposed.slice(0, maxRules).map(({ text, why }) => ({ rule: { text }, why }));
}

interface Line {
  text: string;
  why: string;
}

const together = 'Your text uses these words together';
const besideNeed = 'Beside words of people who look for something';
const longFrom = 9;
const isShort = ({ singles, isEnglish }: Basis): boolean => !isEnglish || singles.length < longFrom;

/** A long text has enough words to tell its topic from all of it. */
function rulesOfLong({ offered, pairs, singles, need }: Basis, language: Language): Line[] {
  const main = new Set(offered.map(stemOf));
  const strength = (term: Term): number => term.strength * (term.stems.some((stem) => main.has(stem)) ? offeredBonus : 1);
  const ranked = singles
    .filter(({ company, stems }) => company === null || company >= leastCompany || stems.some((stem) => main.has(stem)))
    .toSorted((a, b) => strength(b) - strength(a));
  const specific = ranked
    .filter(({ share, words: [word = ''] }) => share < specificShare && word.length >= minSpecificLength)
    .slice(0, maxSpecific);
  const common = ranked.filter((term) => !specific.includes(term) && term.share < commonShare);
  const taken = new Set(specific.flatMap(({ stems }) => stems));
  const neighbors = pairs.filter(
    ({ stems }) => !stems.some((stem) => taken.has(stem)) && stems.every((stem) => language.shareOf(stem) < commonShare),
  );
  return [
    ...groupsOf(specific).map((terms) => ({
      text: terms.map(({ words: [word = ''] }) => asRuleWord(word, true)).join(' OR '),
      why: particular(Math.max(...terms.map(({ share }) => share))),
    })),
    ...neighbors.slice(0, 1).map(({ words }) => ({ text: words.map((word) => asRuleWord(word, true)).join(' '), why: together })),
    ...common.map(({ words: [word = ''] }) => ({ text: `${asRuleWord(word, true)} (${need})`, why: besideNeed })),
  ];
}
const offeredBonus = 1.6;
/** Splits specific words into rules short enough to read. */
const groupsOf = (terms: readonly Term[]): Term[][] =>
  Array.from({ length: Math.ceil(terms.length / maxTogether) }, (_, at) => terms.slice(at * maxTogether, (at + 1) * maxTogether));
const maxTogether = 4;
const particular = (share: number): string => `A particular word of your offer, in ${perHundred(share)} discussions elsewhere`;

/** In a short text, little more than the offer's name is known. */
function rulesOfShort({ offered, field, pairs, singles, need, isEnglish }: Basis, language: Language): Line[] {
  const asWord = (word: string): string => asRuleWord(word, isEnglish);
  const shareOf = (word: string): number => language.shareOf(stemOf(word));
  const main = offered.slice(0, maxOffered);
  const [first = ''] = main;
  const isSpecific =
    first.length > (isEnglish ? minSpecificLength : minForeignLength - 1) &&
    shareOf(first) < (main.length > 1 ? specificShare / 10 : specificShare);
  const stems = new Set(main.map(stemOf));
  const withNeed = (word: string): string => `${asWord(word)} (${need})`;
  /** Drops pairs that the first rule already matches. */
  const isNew = ({ words }: Term): boolean => !isSpecific || !words.some((word) => stemOf(word) === stemOf(first));
  const own = isSpecific
    ? [{ text: asWord(first), why: particular(shareOf(first)) }]
    : [
        ...(main.length > 1 ? [{ text: main.map(asWord).join(' '), why: 'Names what you offer' }] : []),
        ...(first === '' ? [] : [{ text: withNeed(first), why: besideNeed }]),
      ];
  const neighbors = pairs.filter(
    (pair) => isNew(pair) && pair.stems.some((stem) => !stems.has(stem)) && pair.words.every((word) => shareOf(word) < commonShare / 3),
  );
  const beside = singles
    .filter((term) => !term.stems.some((stem) => stems.has(stem)) && term.share < commonShare / 3)
    .map(({ words: [word = ''] }) =>
      isSpecific || first === '' ? { text: withNeed(word), why: besideNeed } : { text: `${asWord(word)} ${asWord(first)}`, why: together },
    );
  const related = field
    .filter((word) => isSpecific && shareOf(word) < commonShare / 3 && !stems.has(stemOf(word)))
    .map((word) => ({ text: withNeed(word), why: 'Talked about where your offer is at home' }));
  const count = isSpecific ? 1 : 2;
  return [
    ...own,
    ...neighbors.slice(0, count).map(({ words }) => ({ text: words.map(asWord).join(' '), why: together })),
    ...beside.slice(0, count),
    ...related.slice(0, 3),
  ];
}

/** A rule of words more common than this would match everyday talk. */
const everydayShare = 0.08;

/** Whether a rule from a model parses and is specific enough. */
export function isUsefulRule(text: string, language: Language): boolean {
  const parsed = parseRule(text);
  if (!parsed.ok) return false;
  return listWanted(parsed.tree).some(
    (leaf) => leaf.kind === 'words' && leaf.words.split(' ').some((word) => language.shareOf(stemOf(word)) < everydayShare),
  );
}
