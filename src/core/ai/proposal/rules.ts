import type { Rule } from '#shared/campaigns.ts';
import type { CustomerLanguage } from '#shared/languages.ts';
import { parseRule } from '#core/scoring/rules/parse.ts';
import { listWanted } from '#core/scoring/rules/tree.ts';
import { stemOf } from '#core/text/stems.ts';
import { isFunctionWord } from '#core/text/language.ts';
import { termsIn } from '#core/text/tokens.ts';
import { isPlain } from './head.ts';
import type { Language } from './language.ts';
import { speeches } from './speech.ts';

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
  if (/(?:ed|ves)$/.test(word)) return word;
  return singular(word);
}

export interface ProposedRule {
  rule: Rule;
  why: string;
}

/** A word of what is sold, or of whom it is for. */
interface Word {
  text: string;
  /** Says by itself what a text is about: "espresso", not "machine". */
  isDistinct: boolean;
  /** Share (0 to 1) of all discussions that contain it. */
  share: number;
}

/** A word in fewer discussions than this tells what they are about; one in fewer still does so alone. */
const [distinctShare, aloneShare] = [0.012, 0.004];
/** A word of everyday talk. */
const commonShare = 0.12;
/** The background table covers only English: in German and Dutch, a word as long as this is made of words. */
const shortestCompound = 9;
const shortestDistinct = 3;

/** Between words that don't belong together: "boring spreadsheets", "dashboards" of "boring spreadsheets into dashboards". */
const betweenThings =
  /[^\p{L}\p{N}\p{M}'’\s-]|(?<!\p{L})(?:(?:that|which|who|die|que|qui|che|dat)\s\p{L}+|(?:and|or)\s\p{L}+\s(?:the|an?|your|their|our|them|it)|and|or|not|at|on|from|to|by|into|onto|out of|without|when|und|oder|y|e|o|et|ou|en)(?!\p{L})/iu;
/** People without what is said of them. */
const nounsOf = (group: string): string => group.replace(ofClause, '');
const ofClause =
  /(?:,?\s|^)(?:quem|quienes?|chi|ceux|celles|who|that|which|with|whose|after|\p{L}{2,}ing|in|near|within|die|que|qui|che|denen|met|mit)\s.*$/iu;

/** The words of a phrase that say something, in order. */
export function listWords(phrase: string, speech: CustomerLanguage, language: Language): Word[] {
  // German writes nouns with a capital.
  const said = speech === 'de' ? phrase.replaceAll(/(?<![\p{L}-])\p{Ll}[\p{L}-]*/gu, ' ') : phrase;
  return termsIn(said)
    .filter((word) => word.length > 2 && !/ly$|^\d/.test(word) && !isFunctionWord(speech, word) && !language.isFunctionWord(word))
    .map((text) => {
      const stem = stemOf(text);
      const share = language.shareOf(stem);
      const isRare = speech !== 'en' || share < distinctShare;
      return { text, share, isDistinct: isRare && text.length >= shortestDistinct && !isPlain(text, speech) };
    });
}

export interface RuleBasis {
  /** What is sold, in words of the text. */
  thing: string;
  /** Whom the text names. */
  customers: readonly string[];
  /** Never part of a rule, folded. */
  except: ReadonlySet<string>;
  speech: CustomerLanguage;
}

/** Few enough to read at a glance. */
const [maxRules, maxThings] = [4, 3];
/** Nobody writes more words together. */
const mostBeside = 4;
const longestPhrase = 3;

/** A thing of the offer: its most telling word, and the one beside it. */
interface Thing {
  main: Word;
  beside: Word | undefined;
  /** Both, in their order. */
  words: readonly Word[];
}

/** Each of two words of the text, or of a rare one and words of people looking for it. */
export function rulesFrom({ thing, customers, except, speech }: RuleBasis, language: Language): ProposedRule[] {
  const read = (phrase: string): Word[] => listWords(phrase, speech, language).filter(({ text }) => !except.has(text));
  const ruleOf = (...words: Word[]): string => words.map(({ text }) => asRuleTerm(text, speech === 'en')).join(' ');
  // An English name ends in what it is, a Romance one begins with it.
  const [from, to] = speech === 'en' || isCompounding(speech) ? [-mostBeside, undefined] : [0, mostBeside];
  const parts = thing.split(betweenThings).map((part) => read(part).slice(from, to));
  const found = parts.flatMap((words) => thingIn(words, speech) ?? []);
  const named = found.filter(({ main, beside }) => beside !== undefined || isTelling(main, speech));
  const things = named
    .slice(0, maxThings)
    .map(({ words, beside }) =>
      speech === 'en' && beside?.isDistinct ? ruleOf(...words) : `${ruleOf(...words)} (${speeches[speech].need})`,
    );
  const phrase = speech === 'en' && things.length === 0 ? phraseOf(parts[0] ?? [], thing) : null;
  const [first] = found;
  // The last word of an English name is what it is.
  const own = speech === 'en' ? first?.words.findLast(({ isDistinct }) => isDistinct) : first?.main;
  const groups = customers.flatMap((group) => thingIn(read(nounsOf(group)), speech)?.main ?? []);
  const forWhom = groups.filter(({ text }) => parts.flat().every((word) => stemOf(word.text) !== stemOf(text)));
  const lines = [
    ...[...things, ...(phrase === null ? [] : [`${phrase} (${speeches[speech].need})`])].map((text) => ({
      text,
      why: 'What you offer, plus words of people looking for it',
    })),
    ...forWhom.flatMap((group) => (own ? [{ text: ruleOf(own, group), why: 'Your target customers, plus what you offer' }] : [])),
  ];
  return lines
    .filter(({ text }, at) => lines.findIndex((other) => other.text === text) === at && parseRule(text).ok)
    .slice(0, maxRules)
    .map(({ text, why }) => ({ rule: { text }, why }));
}

/** `("video editor" OR "video editors")` of a thing that is named in everyday words only. */
function phraseOf(words: readonly Word[], thing: string): string | null {
  const [first, second] = words.slice(-2);
  if (!first || !second || second.text.length <= shortestDistinct) return null;
  if (words.length > longestPhrase || words.every(({ text }) => isPlain(text, 'en'))) return null;
  const isSaid = termsIn(thing).join(' ').includes(`${first.text} ${second.text}`);
  if (!isSaid || isPlainProduct(first)) return null;
  const one = singular(second.text);
  return `("${first.text} ${one}" OR "${first.text} ${one === second.text ? `${one}s` : second.text}")`;
}

const isPlainProduct = ({ text }: Word): boolean => speeches.en.products.has(text);

const isPast = ({ text }: Word): boolean => text.endsWith('ed');

/** The most telling word of a phrase: the rarest; in German and Dutch the longest, elsewhere the first. Null if none tells what it is about. */
function thingIn(words: readonly Word[], speech: CustomerLanguage): Thing | null {
  const distinct = words.filter((word, at) => word.isDistinct && (speech !== 'en' || !isPast(word) || at + 1 < words.length));
  const ranked = isCompounding(speech) ? distinct.toSorted((a, b) => b.text.length - a.text.length) : distinct;
  const [main] = speech === 'en' ? distinct.toSorted((a, b) => a.share - b.share) : ranked;
  if (!main) return null;
  const at = words.indexOf(main);
  const [before, after] = [words[at - 1], words[at + 1]];
  const isHead = (word: Word): boolean => speeches[speech].products.has(word.text);
  if (after && (after.isDistinct || isHead(after) || (speech === 'en' && after.share < commonShare)))
    return { main, beside: after, words: [main, after] };
  if (before && (before.isDistinct || (speech !== 'en' && isHead(before)))) return { main, beside: before, words: [before, main] };
  return { main, beside: undefined, words: [main] };
}

const isCompounding = (speech: CustomerLanguage): boolean => speech === 'de' || speech === 'nl';

/** Whether a word names a thing without another beside it. */
function isTelling({ text, share }: Word, speech: CustomerLanguage): boolean {
  if (speech === 'en') return share < aloneShare && text.length >= shortestStem;
  return isCompounding(speech) ? text.length >= shortestCompound || speech === 'de' : text.length > shortestStem;
}

const maxCompetitors = 5;
/** Competitors as the user writes them, without what a rule can't hold. */
export const plainNames = (names: readonly string[]): string[] =>
  names
    .map((name) => name.replaceAll('"', '').trim())
    .filter((name) => /\p{L}/u.test(name))
    .slice(0, maxCompetitors);

/** People who compare or leave a competitor. */
export const competitorRules = (names: readonly string[], speech: CustomerLanguage): ProposedRule[] =>
  names.map((name) => ({
    rule: { text: `"${name}" (${speech === 'en' ? leaving : `alternati* OR vs OR ${speeches[speech].need}`})` },
    why: `People who compare ${name} or want to switch from it`,
  }));
const leaving = 'alternative* OR instead OR vs OR versus OR cancel* OR switch* OR expensive OR complain*';

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
