import type { Rule } from '#shared/campaigns.ts';
import { parseRule } from '#core/scoring/rules/parse.ts';
import { listWanted } from '#core/scoring/rules/tree.ts';
import { stemOf } from '#core/text/stems.ts';
import { termsByClause, termsIn } from '#core/text/tokens.ts';
import { isGeneric, type Language } from './language.ts';

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
function asRuleTerm(word: string, isEnglish: boolean): string {
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
const anyOf = (words: readonly string[]): string => (words.length > 1 ? `(${words.join(' OR ')})` : (words[0] ?? ''));

interface Term {
  /** Folded, in its first form in the text. */
  words: string[];
  stems: string[];
  count: number;
  /** How much the term stands out; comparable only within one text. */
  strength: number;
  /** Share (0 to 1) of all discussions that contain its rarest word. */
  share: number;
  /** How related a single word is to the rest of the text, -1 to 1; null if the background table doesn't know it. */
  company: number | null;
}

/** Stems in more discussions than this don't characterize an industry; same value as in the scorer's profile. */
const commonShare = 0.12;
const shortestWord = 3;
/** Floor for unrelated words ("awkward", "dear"), which rank after related ones. */
const floorCompany = 0.2;
/** For words that aren't in the background table. */
const unknownCompany = 0.4;

interface Token {
  word: string;
  stem: string;
}

/**
 * The terms that characterize a text compared with ordinary discussions: single words and adjacent pairs, strongest
 * first. On a website (`isSite`), a word that isn't in the background table must occur twice: it may be a name.
 */
export function listTerms(
  text: string,
  language: Language,
  { except, isSite }: { except: ReadonlySet<string>; isSite: boolean },
): { singles: Term[]; pairs: Term[] } {
  const known = termsByClause(text).map((word) =>
    word !== null && isDistinctive(word, language) && !except.has(word) ? { word, stem: stemOf(word) } : null,
  );
  const company = language.companyOf([...new Set(known.flatMap((each) => each?.stem ?? []))]);
  const weightOf = (stem: string): number =>
    language.isSalesTalk(stem)
      ? 0.4
      : Math.log(commonShare / language.shareOf(stem)) * Math.max(floorCompany, company.get(stem) ?? unknownCompany);
  const singles = gather(
    known.map((each) => (each && !language.isSalesTalk(each.stem) ? [each] : [])),
    weightOf,
    language,
  );
  const pairsOfText = known.map((each, at) => pairOf(known[at - 1] ?? null, each, language));
  const pairs = gather(pairsOfText, (stem) => weightOf(stem) * 0.6, language);
  const withCompany = singles.map((term) => Object.assign(term, { company: company.get(term.stems[0] ?? '') ?? null }));
  return { singles: withCompany.filter(({ count, company: shared }) => !isSite || count > 1 || shared !== null), pairs };
}

function pairOf(before: Token | null, word: Token | null, { isSalesTalk }: Language): Token[] {
  if (!before || !word || before.stem === word.stem) return [];
  return isSalesTalk(before.stem) && isSalesTalk(word.stem) ? [] : [before, word];
}

function gather(occurrences: readonly Token[][], weightOf: (stem: string) => number, { shareOf }: Language): Term[] {
  const found = new Map<string, Term>();
  for (const words of occurrences) {
    if (words.length === 0) continue;
    const stems = words.map(({ stem }) => stem);
    const strength = stems.reduce((sum, stem) => sum + weightOf(stem), 0);
    const known = found.get(stems.join(' '));
    if (known) {
      known.count += 1;
      known.strength += strength / 2;
    } else
      found.set(stems.join(' '), {
        words: words.map(({ word }) => word),
        stems,
        count: 1,
        strength,
        share: Math.min(...stems.map(shareOf)),
        company: null,
      });
  }
  return [...found.values()].sort((one, other) => other.strength - one.strength);
}

const isDistinctive = (word: string, { shareOf, isFunctionWord }: Language): boolean =>
  word.length >= shortestWord && !/^\d|ly$/.test(word) && !isFunctionWord(word) && shareOf(stemOf(word)) < commonShare;

export interface ProposedRule {
  rule: Rule;
  why: string;
}

export interface RuleBasis {
  /** Words that name the offer, rarest first. */
  offered: readonly string[];
  /** What an action is done to; empty otherwise. */
  object: readonly string[];
  /** Never part of a rule. */
  except: ReadonlySet<string>;
  /** The name of the offer, in order. */
  thing: string;
  /** The target customer, in words of the text. */
  audience: string;
  /** Problems that the text names. */
  painPoints: readonly string[];
  /** Other words of the offer's field. */
  field: readonly string[];
  /** Word pairs and single words that stand out in the text, strongest first. */
  pairs: readonly Term[];
  singles: readonly Term[];
  /** Phrases of people who need something, separated by OR. */
  need: string;
  /** What people who need this kind of service write, separated by OR; empty if unknown. */
  signs: string;
  isEnglish: boolean;
}

/** Few enough to read at a glance. */
const maxRules = 6;
/** A word in fewer discussions than this is specific enough to be a rule of its own. */
const specificShare = 0.012;
/** Beside other words of the offer, only a much rarer word is. */
const rareShare = specificShare / 10;
const minSpecificLength = 5;
/** The background table covers only English: in other languages, only a word that is made of words counts as specific. */
const minForeignLength = 15;
const audienceShare = 0.006;
const longFrom = 9;

/** At most six readable rules, each with its reason. */
export function rulesFrom(basis: RuleBasis, language: Language): ProposedRule[] {
  const rules = basis.isEnglish && basis.singles.length >= longFrom ? rulesOfLong(basis, language) : rulesOfShort(basis, language);
  const proposed = rules.filter(({ text }, index) => rules.findIndex((other) => other.text === text) === index && parseRule(text).ok);
  return proposed.slice(0, maxRules).map(({ text, why }) => ({ rule: { text }, why }));
}

interface Line {
  text: string;
  why: string;
}

const particular = 'Words for what you offer, rare elsewhere';
const besideNeed = 'What you offer, plus words of people looking for it';

const maxBeside = 3;
const attributes = new Set('managed online certified custom weekly monthly daily local mobile small busy professional'.split(' '));
/** In a short text: the offer's name, alone or beside what people in need write, the target customers, and their problems. */
function rulesOfShort(basis: RuleBasis, language: Language): Line[] {
  const { offered, thing, field, need, signs, isEnglish } = basis;
  const shareOf = (word: string): number => language.shareOf(stemOf(word));
  const asWord = (word: string): string => asRuleTerm(word, isEnglish);
  const distinct = offered.filter((word) => !isGeneric(word));
  const objects = new Set(basis.object.map(stemOf));
  const told = distinct.filter((word) => objects.size === 0 || objects.has(stemOf(word)));
  const rarest = told[0] ?? distinct[0] ?? offered[0] ?? '';
  const named = new Set(offered);
  const inOrder = [...new Set(termsIn(thing).filter((word) => named.has(word)))];
  const beside = inOrder
    .filter((word) => !attributes.has(word))
    .slice(-maxBeside)
    .map(asWord);
  const isOne = distinct.length < 2 || !isEnglish;
  // The last word of a name is what it is: "photography" of "wedding photography".
  const main = isOne || signs !== '' ? rarest : (inOrder.findLast((word) => told.includes(word)) ?? rarest);
  const isSpecific =
    main.length >= (isEnglish ? minSpecificLength : minForeignLength) && shareOf(main) < (offered.length > 1 ? rareShare : specificShare);
  const pair = inOrder.length > 1 ? inOrder.slice(-maxBeside) : [];
  const ownSigns = signs === '' ? need : signs;
  const lines: Line[] = [];
  if (isSpecific && isOne && signs === '') lines.push({ text: asWord(main), why: particular });
  else if (pair.length > 1 && signs === '') lines.push({ text: pair.map(asWord).join(' '), why: 'Names what you offer' });
  if (main !== '' && (signs !== '' || !isSpecific || !isOne))
    lines.push({ text: `${asWord(main)} (${ownSigns})`, why: signs === '' ? besideNeed : 'What people write when they need this done' });
  if (main !== '' && signs !== '') lines.push({ text: `${asWord(main)} (${need})`, why: besideNeed });
  return [
    ...lines,
    ...painRules(basis, { beside, isEnglish }, language),
    ...audienceRules(basis, { beside, isEnglish }, language),
    ...(field.length > 0 && isSpecific
      ? [{ text: `${anyOf(field.slice(0, maxBeside).map(asWord))} (${need})`, why: 'Comes up where people talk about your offer' }]
      : []),
  ];
}

interface Beside {
  beside: readonly string[];
  isEnglish: boolean;
}

const complaint =
  /^(?:hat(?:e|es|ing)|chas(?:e|es|ing)|struggl\w*|tired|sick|stop\w*|fail(?:s|ing|ed)?|los(?:e|es|ing)|miss\w*|still|use|using|get|gets|wast\w+|hard|difficult|too|much|many|want\w*|current)$/;
const maxPainRules = 2;

/** "spreadsheet* (route OR delivery)" for "still plan in spreadsheets". */
function painRules({ painPoints, offered }: RuleBasis, { beside, isEnglish }: Beside, language: Language): Line[] {
  if (!isEnglish) return [];
  const own = new Set(offered.map(stemOf));
  return painPoints.slice(0, maxPainRules).flatMap((pain) => {
    const words = termsIn(pain).filter((word) => isPainWord(word, language) && !own.has(stemOf(word)));
    const rarest = words.toSorted((a, b) => language.shareOf(stemOf(a)) - language.shareOf(stemOf(b))).slice(0, 2);
    if (rarest.length === 0) return [];
    const told = words.filter((word) => rarest.includes(word)).map((word) => asRuleTerm(word, true));
    const isRare = rarest.some((word) => language.shareOf(stemOf(word)) < audienceShare);
    const text = (told.length > 1 && isRare) || beside.length === 0 ? told.join(' ') : `${told.join(' ')} ${anyOf(beside)}`;
    return [{ text, why: `A problem that you mention: “${pain}”` }];
  });
}

const isPainWord = (word: string, { shareOf, isFunctionWord }: Language): boolean =>
  word.length > 3 &&
  !word.endsWith('ly') &&
  !isFunctionWord(word) &&
  !isGeneric(word) &&
  !complaint.test(word) &&
  shareOf(stemOf(word)) < commonShare;

/** "celiac (meal OR kit)": target customers who have something particular beside what is offered. */
function audienceRules({ audience, offered, need, except }: RuleBasis, { beside, isEnglish }: Beside, language: Language): Line[] {
  const own = new Set(offered.map(stemOf));
  const words = termsIn(audience.replaceAll(/\s(?:who|that|which)\s[^;]*/g, ' ')).filter(
    (word) => word.length > 3 && !own.has(stemOf(word)) && !isGeneric(word) && !except.has(word),
  );
  const rare = words
    .filter((word) => !language.isFunctionWord(word) && language.shareOf(stemOf(word)) < audienceShare)
    .toSorted((a, b) => language.shareOf(stemOf(a)) - language.shareOf(stemOf(b)));
  return rare.slice(0, 2).map((word) => ({
    text: `${asRuleTerm(word, isEnglish)} ${beside.length > 0 ? anyOf(beside) : `(${need})`}`,
    why: 'Your target customers, plus what you offer',
  }));
}

const maxCompetitors = 5;
/** Competitors as the user writes them, without what a rule can't hold. */
export const plainNames = (names: readonly string[]): string[] =>
  names
    .map((name) => name.replaceAll('"', '').trim())
    .filter((name) => /\p{L}/u.test(name))
    .slice(0, maxCompetitors);

/** People who compare or leave a competitor. */
export const competitorRules = (names: readonly string[], { need, isEnglish }: Pick<RuleBasis, 'need' | 'isEnglish'>): ProposedRule[] =>
  names.map((name) => ({
    rule: { text: `"${name}" (${isEnglish ? leaving : `alternati* OR vs OR ${need}`})` },
    why: `People who compare ${name} or want to switch from it`,
  }));
const leaving = 'alternative* OR instead OR vs OR versus OR cancel* OR switch* OR expensive OR complain*';

const maxSpecific = 8;
const maxTogether = 4;
const maxCommon = 3;
const leastCompany = 0.1;
const offeredBonus = 1.6;

/** A long text has enough words to tell its topic from all of it. */
function rulesOfLong({ offered, pairs, singles, need }: RuleBasis, language: Language): Line[] {
  const main = new Set(offered.map(stemOf));
  const isMain = ({ stems }: Term): boolean => stems.some((stem) => main.has(stem));
  const ranked = singles
    .filter((term) => term.company === null || term.company >= leastCompany || term.share < rareShare || isMain(term))
    .toSorted((a, b) => b.strength * (isMain(b) ? offeredBonus : 1) - a.strength * (isMain(a) ? offeredBonus : 1));
  const isSpecific = ({ share, words: [word = ''] }: Term): boolean =>
    share < specificShare && word.length >= minSpecificLength - 1 && !isGeneric(word);
  const specific = ranked.filter(isSpecific).slice(0, maxSpecific);
  const common = ranked.filter((term) => !specific.includes(term) && term.share < (isMain(term) ? commonShare : everydayShare / 2));
  const taken = new Set(specific.flatMap(({ stems }) => stems));
  const neighbors = pairs.filter(
    ({ stems }) => !stems.some((stem) => taken.has(stem)) && stems.every((stem) => language.shareOf(stem) < commonShare),
  );
  const asTerms = (terms: readonly Term[]): string[] => terms.map(({ words: [word = ''] }) => asRuleTerm(word, true));
  return [
    ...groupsOf(specific, maxTogether).map((terms) => ({
      text: asTerms(terms).join(' OR '),
      why: particular,
    })),
    ...neighbors
      .slice(0, 1)
      .map(({ words }) => ({ text: words.map((word) => asRuleTerm(word, true)).join(' '), why: 'Words you use together' })),
    ...groupsOf(common, maxCommon)
      .filter((terms, at) => at === 0 || terms.length > 1)
      .map((terms) => ({ text: `${anyOf(asTerms(terms))} (${need})`, why: besideNeed })),
  ];
}

const groupsOf = (terms: readonly Term[], size: number): Term[][] =>
  Array.from({ length: Math.ceil(terms.length / size) }, (_, at) => terms.slice(at * size, (at + 1) * size));

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
