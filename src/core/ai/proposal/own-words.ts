import type { CustomerLanguage } from '#shared/languages.ts';
import { findSubreddit } from '#core/reddit/catalog/catalog.ts';
import { parseRule } from '#core/scoring/rules/parse.ts';
import { listWanted } from '#core/scoring/rules/tree.ts';
import { isFunctionWord } from '#core/text/language.ts';
import { numberForms, stemOf } from '#core/text/stems.ts';
import { termsIn } from '#core/text/tokens.ts';
import { isPeople, splitOffer } from '#core/trades/offered.ts';
import type { Trade } from '#core/trades/trades.ts';
import { tradeStem } from '#core/trades/words-in-language.ts';
import { isPlain } from './head.ts';
import type { Language } from './language.ts';
import { asRuleTerm, type ProposedRule } from './rules.ts';
import { speeches } from './speech.ts';

/** What an offer says that its trades don't know. */
export interface OwnWords {
  /** Of what is offered: "bagpipe". */
  things: readonly SaidWord[];
  /** Two neighbors that say something together only: "volunteer fire". */
  pairs: readonly (readonly [string, string])[];
  /** The same of those for whom it is. */
  groupPairs: readonly (readonly [string, string])[];
  /** Of those for whom it is: "dentists" of ads for dentists. */
  groups: readonly SaidWord[];
  /** What the trades know of it, the rarest first. */
  shared: readonly SaidWord[];
  /** "app", "software" */
  products: readonly string[];
}

export interface Said {
  /** What is offered, without what is denied and without places. */
  text: string;
  speech: CustomerLanguage;
  /** Never part of a rule, folded. */
  except: ReadonlySet<string>;
}

const maxRead = 600;
/** A word in fewer discussions names a thing by itself; one in fewer still tells what it is about beside another. */
const [thingShare, besideShare] = [0.0015, 0.012];
/** What a trade is called says what is meant even if it is common: "running" of a running coach. */
const calledShare = 0.1;
/** One in fewer is what people in need name. */
const aloneShare = 0.0005;
/** Of the words of a pair: "snow clearing", not "hand wheelchairs". */
const [firstShare, commonShare] = [0.02, 0.05];
const profession = /(?:or|ist|ian)$/;
const most = { things: 3, pairs: 3, groups: 4, shared: 4 };
const shortest = 3;
const shortestThing = 4;
const shortestForeign = 5;

/** "$30 a month per station", "from £180 a piece": no part of the offer. */
const prices = /[^.,;:!?\n]{0,30}(?:[$€£]\s?\d|\d\s?[$€£]|\b\d+\s(?:euros?|dollars?|pounds|an?\s(?:month|year)|per)\b)[^.,;:!?\n]{0,60}/giu;
/** What follows says what happened to people, not what is offered. */
const relative: Record<CustomerLanguage, RegExp> = {
  en: /\b(?:who(?:se|['’]ve)?|that|which|when|where|because|so|whether|until|if)\b[^.,;:!?\n]{0,300}/giu,
  de: /(?<!\p{L})(?:die|der|das|deren|denen|wenn|weil|damit|dass)\s[^.,;:!?\n]{0,300}?\p{L}(?:en|t)(?=[.,;:!?\n]|$)/giu,
  es: /(?<!\p{L})(?:que|cuando|donde|porque)\s[^.,;:!?\n]{0,300}/giu,
  fr: /(?<!\p{L})(?:qui|que|quand|dont|où)\s[^.,;:!?\n]{0,300}/giu,
  pt: /(?<!\p{L})(?:que|quando|onde|porque)\s[^.,;:!?\n]{0,300}/giu,
  nl: /(?<!\p{L})(?:die|dat|wanneer|omdat|zodat)\s[^.,;:!?\n]{0,300}/giu,
  it: /(?<!\p{L})(?:che|quando|dove|perché)\s[^.,;:!?\n]{0,300}/giu,
};
/** What precedes those for whom something is, beside "for". */
const buyersAfter = /\b(?:(?:bought|used|loved|made) by|(?:sold|sell|sells) to|for|helps?|teach)\s[^.,;:!?\n]{0,300}/giu;
/** After these, an English word is a verb: "we cast", "to swim"; after "and", where the clause began with one. */
const beforeVerbs = new Set('i we you they he she it to who that which can will'.split(' '));

export interface SaidWord {
  text: string;
  /** Whether it may be a verb where it stands: "we cast". */
  isAct: boolean;
  /** Whether it is written like a name: of a place, of a product, or of the seller. */
  isName: boolean;
  share: number;
}

/** "Tidemark plugs into …": a word that begins a clause, of which no discussion knows, and that is no plural. */
const isOwnName = (clause: string, first: string, { isKnown }: Language): boolean =>
  /^\s{0,3}\p{Lu}/u.test(clause) && !first.endsWith('s') && !isKnown(stemOf(first));

/** "phoenix": a subreddit of a place is called so, and its topics say where it is. */
const isPlace = (word: string): boolean => findSubreddit(word)?.topics.some((topic) => whereabouts.has(topic)) ?? false;
const whereabouts = new Set(['city', 'local', 'states', 'kingdom', 'europe', 'australia', 'canada', 'zealand']);

/** The words of each clause, in order; null where a word says nothing. */
function wordsIn(clause: string, { speech, except }: Said, language: Language): (SaidWord | null)[] {
  const terms = termsIn(clause);
  const names = new Set(clause.match(/(?<=\S\s)\p{Lu}\p{Ll}\p{L}{0,40}/gu)?.flatMap(termsIn));
  const isSaying = (text: string): boolean =>
    text.length >= (speech === 'en' ? shortest : shortestForeign) &&
    !except.has(text) &&
    !isPlace(text) &&
    !/ly$|^\d/.test(text) &&
    !isFunctionWord(speech, text) &&
    !language.isFunctionWord(text) &&
    (speech === 'en' || !isPlain(text, speech)) &&
    (speech !== 'de' || names.has(text) || text === terms[0]);
  const isOfActs = terms[0] === 'and' || beforeVerbs.has(terms[0] ?? '');
  return terms.map((text, at) => {
    if (!isSaying(text)) return null;
    const before = terms[at - 1] ?? '';
    const isAct = !text.endsWith('s') && (beforeVerbs.has(before) || (isOfActs && before === 'and'));
    return {
      text,
      isAct,
      isName: names.has(text) || names.has(terms[at + 1] ?? '') || (at === 0 && isOwnName(clause, text, language)),
      share: language.shareOf(stemOf(text)),
    };
  });
}

/** Said of anything. */
const vague =
  /^(?:internet|onlines?|digital|plus|metro|(?:thir|four|fif|six|seven|eigh|nine)teen|eleven|twelve|areas?|batch(?:es)?|bundles?|evaluate|fees?|gentle|persons?|readiness|special(?:ty|ties)|appointments?|sessions?|humans?|quality|workshops?|crews?|accessor(?:y|ies)|weeks?|wom[ae]ns?|m[ae]ns?|simples?|propri[oaie]s?|propi[oa]s?|eigen\p{L}{0,2})$/u;

/** Verbs and adverbs of Romance languages, by their ending, and what else says nothing of the offer. */
const foreignAct = /(?:amos|emos|imos|iamo|ons|mente|ment|utto|ando|endo)$|^(?:alleen|vaste|gustan|marche|partite)$/u;

/** Says by itself what is meant, as far as spelling tells: no verb, no place, nothing that sells anything. */
function isNoun({ text, isAct, isName }: SaidWord, { speech }: Said): boolean {
  if (isPlain(text, speech) || vague.test(text)) return false;
  if (speech !== 'en') return !((isName && speech !== 'de') || foreignAct.test(text));
  return !(isAct || isName || text.length < shortestThing || /(?:ed|ing|er)$/.test(text));
}

/** Whether the rules of trades have a word, in any of its forms. */
function ruleTest(trades: readonly Trade[], speech: CustomerLanguage): (word: string) => boolean {
  const leaves = trades
    .flatMap(({ rules }) => rules)
    .flatMap((rule) => {
      const parsed = parseRule(rule);
      return parsed.ok ? listWanted(parsed.tree) : [];
    });
  const stemIn = (word: string): string => (speech === 'en' ? stemOf(word) : tradeStem(speech, word));
  const [stems, beginnings] = [new Set<string>(), new Set<string>()];
  for (const leaf of leaves) {
    if (leaf.kind !== 'words') continue;
    const words = leaf.words.split(' ');
    for (const word of words) stems.add(stemIn(word));
    if (leaf.prefix) beginnings.add(words.at(-1) ?? '');
  }
  return (word) => stems.has(stemIn(word)) || [...beginnings].some((beginning) => word.startsWith(beginning));
}

const separators = /[.,;:!?\n()&]{1,5}|\s[–—-]{1,3}\s/u;
/** What stands further on says how something is sold, or what comes with it. */
const [firstClauses, fewestWords] = [2, 3];
const sentenceEnd = /[.;:!?\n]\s/u;
const rarestFirst = (words: readonly SaidWord[]): SaidWord[] => words.toSorted((a, b) => a.share - b.share);
const firstOf = (words: readonly SaidWord[], max: number): SaidWord[] =>
  words.filter(({ text }, at) => words.findIndex((other) => stemOf(other.text) === stemOf(text)) === at).slice(0, max);

/** "Sold to pipers who play in bands", "vendo só a clínicas e dentistas". */
const soldTo: Record<CustomerLanguage, RegExp> = {
  en: /\b(?:sold|sell|selling) (?:only |mostly |mainly )?to ([^.,;:!?\n]{3,80})/iu,
  de: /(?<!\p{L})(?:verkaufen?|liefern?|vermieten?)\s(?:nur\s|vor allem\s)?an\s([^.,;:!?\n]{3,80})/iu,
  es: /(?<!\p{L})(?:(?:vendo|vendemos|vendido\p{L}?)\s(?:s[oó]lo\s)?|internet\s|online\s)a\s([^.,;:!?\n]{3,80})/iu,
  fr: /(?<!\p{L})(?:vends?|vendons|vendu\p{L}{0,2})\s(?:uniquement\s|seulement\s)?(?:aux|à des)\s([^.,;:!?\n]{3,80})/iu,
  pt: /(?<!\p{L})(?:vendo|vendemos|vendid\p{L}{1,2})\s(?:só\s|somente\s|apenas\s)?(?:aos|às|a)\s([^.,;:!?\n]{3,80})/iu,
  nl: /(?<!\p{L})(?:verkoop|verkopen|lever|leveren)\s(?:alleen\s|vooral\s)?aan\s([^.,;:!?\n]{3,80})/iu,
  it: /(?<!\p{L})(?:vendo|vendiamo|vendut\p{L})\s(?:solo\s|soltanto\s)?(?:ad?|ai|agli|alle)\s([^.,;:!?\n]{3,80})/iu,
};
/** To whom a text says that something is sold; empty if to nobody. */
export const buyersIn = (text: string, speech: CustomerLanguage): string => soldTo[speech].exec(text.slice(0, maxRead))?.[1]?.trim() ?? '';

/** Words and pairs of an offer that the rules of its trades don't have. */
export function readOwnWords(trades: readonly Trade[], said: Said, language: Language): OwnWords {
  const { speech } = said;
  const whole = said.text
    .slice(0, maxRead)
    .replaceAll(/\bSt\.\s/g, 'St ')
    .replaceAll(prices, ' ');
  const { offered, audience } = readParts(whole.replaceAll(relative[speech], ' '), speech);
  const readAll = (part: string) => part.split(separators).map((clause) => wordsIn(clause, said, language));
  const present = (clauses: (SaidWord | null)[][]): SaidWord[] => clauses.flat().filter((word) => word !== null);
  const clauses = readAll(openingOf(offered)).filter((clause) => clause.length > 0);
  const stemIn = (word: string): string => (speech === 'en' ? stemOf(word) : tradeStem(speech, word));
  const stemsOf = (phrases: readonly string[]): Set<string> => new Set(phrases.flatMap(termsIn).map(stemIn));
  const named = stemsOf(trades.flatMap(({ name, sellers, customers }) => [name, ...sellers, ...customers]));
  const bought = stemsOf(trades.flatMap(({ buyers }) => buyers));
  const inRules = ruleTest(trades, speech);
  const hasRules = trades.some(({ rules }) => rules.length > 0);
  const isCalled = ({ text }: SaidWord): boolean => named.has(stemIn(text));
  const isOwn = (word: SaidWord): boolean => !inRules(word.text) && (hasRules || !isCalled(word));
  const isRare =
    (limit: number) =>
    (word: SaidWord): boolean =>
      (speech !== 'en' || word.share < limit) && isNoun(word, said);
  const isGroup = ({ text }: SaidWord): boolean => speech === 'en' && isPeople(text);
  const sold = stemsOf(trades.flatMap(({ name, sellers }) => [name, ...sellers]));
  /** Spelling tells nouns from verbs in English only: elsewhere, a word must stand beside what the trade is called by. */
  const isBesideCalled = (clause: readonly (SaidWord | null)[], at: number): boolean =>
    [clause[at - 1], clause[at + 1]].some((other) => other && sold.has(stemIn(other.text)));
  const words = present(
    speech === 'en' || !hasRules ? clauses : clauses.map((clause) => clause.map((word, at) => (isBesideCalled(clause, at) ? word : null))),
  );
  const groups = [...present(readAll(audience)), ...words.filter(isGroup)].filter(({ text }) => !bought.has(stemIn(text)));
  const isShared = (word: SaidWord): boolean =>
    !isPlain(word.text, speech) &&
    (isCalled(word) ? speech !== 'en' || word.share < calledShare : inRules(word.text) && isRare(besideShare)(word));
  const shared = rarestFirst(present(readAll(whole)).filter((word) => isShared(word) && !(isOwn(word) && isRare(thingShare)(word))));
  const pairsOf = (parts: (SaidWord | null)[][]) =>
    speech === 'en' ? pairsIn(parts, { isOwn, isRare: isRare(besideShare) }).slice(0, most.pairs) : [];
  return {
    things: firstOf(rarestFirst(words.filter((word) => isOwn(word) && isRare(thingShare)(word) && !isGroup(word))), most.things),
    pairs: pairsOf(clauses),
    groupPairs: pairsOf(readAll(audience)),
    groups: firstOf(rarestFirst(groups.filter((word) => isOwn(word) && isRare(besideShare)(word))), most.groups),
    shared: firstOf([...shared.filter(isCalled), ...shared.filter((word) => !isCalled(word))], most.shared),
    products: termsIn(whole).filter((word) => software.has(word)),
  };
}

/** The first clauses of the first sentence that is one. */
function openingOf(text: string): string {
  const sentences = text.split(sentenceEnd);
  const first = sentences.find((sentence) => termsIn(sentence).length >= fewestWords) ?? text;
  return first.split(',').slice(0, firstClauses).join(',');
}

function readParts(text: string, speech: CustomerLanguage): { offered: string; audience: string } {
  if (speech === 'en') {
    const found = [...text.matchAll(buyersAfter)].map(([clause]) => clause);
    const offered = found.reduce((rest, clause) => rest.replace(clause, () => ', '), text);
    const clauses = found.map((clause) => clause.replace(/\sand (?:we|I)\s.{0,300}$/iu, '').replace(/^\S{1,40}\s(?:by\s|to\s)?/, ''));
    return /\p{L}{3}/u.test(offered) ? { offered, audience: clauses.join(', ') } : splitOffer(text);
  }
  const { forWhom } = speeches[speech];
  const found = (forWhom === null ? [] : [...text.matchAll(forWhom)]).flatMap(([whole, group]) =>
    group === undefined ? [] : [{ whole, group }],
  );
  return {
    offered: found.reduce((rest, { whole }) => rest.replace(whole, () => ', '), text),
    audience: [...found.map(({ group }) => group), buyersIn(text, speech)].join(', '),
  };
}

/** "Collects tuition": a plural hardly precedes what it tells more about. */
const isAction = (first: string): boolean => /[^s]s$/.test(first);

/** Neighbors of which one isn't in a rule, and one is rare. */
function pairsIn(
  clauses: readonly (readonly (SaidWord | null)[])[],
  { isOwn, isRare }: { isOwn(word: SaidWord): boolean; isRare(word: SaidWord): boolean },
): (readonly [string, string])[] {
  return clauses.flatMap((words) =>
    words.slice(1).flatMap((second, at): (readonly [string, string])[] => {
      const first = words[at] ?? null;
      if (
        !first ||
        !second ||
        first.isAct ||
        (at === 0 && first.isName) ||
        (!first.isName && isAction(first.text)) ||
        vague.test(first.text) ||
        vague.test(second.text) ||
        isPlain(first.text, 'en') ||
        first.share > firstShare ||
        second.share > commonShare
      )
        return [];
      if (!(isOwn(first) || isOwn(second)) || !(isRare(first) || isRare(second))) return [];
      return first.text.endsWith('ed') || /(?:ed|er)$/.test(second.text) ? [] : [[first.text, second.text]];
    }),
  );
}

const software = new Set(['app', 'software', 'tool', 'plugin', 'platform', 'crm']);

const anyOf = (terms: readonly string[]): string => (terms.length === 1 ? (terms[0] ?? '') : `(${terms.join(' OR ')})`);
const why = 'What you offer, in your own words';

const phrasesOf = ([first, second]: readonly [string, string]): string[] =>
  (/(?:ing|sh)$/.test(second) ? [second] : numberForms(second)).map((form) => `"${first} ${form}"`);

/** Words that no rule of the trades has, and hardly any discussion. */
export const aloneOf = ({ things }: OwnWords, speech: CustomerLanguage): SaidWord[] =>
  things.filter(({ text, share }) => speech === 'en' && (share < aloneShare || profession.test(text)));

/** "Snow clearing", "foundation repair": what is done, of which people ask for nothing else. */
const activity = /(?:ing|tions?|ments?|repairs?|services?)$/;

/** Rules of an offer's own words: beside what its trades know of it; of an activity, beside what people in need write, too. */
export function ownRules(own: OwnWords, speech: CustomerLanguage): ProposedRule[] {
  const { things, pairs, groupPairs, groups, shared, products } = own;
  const termOf = ({ text, isName }: SaidWord): string => (isName && speech === 'en' ? text : asRuleTerm(text, speech === 'en'));
  const alone = aloneOf(own, speech);
  const aside = things.filter((word) => !alone.includes(word));
  const isAlone = (word: string): boolean => alone.some(({ text }) => text === word);
  const phrased = pairs.filter((pair) => !pair.some(isAlone));
  const acts = phrased.filter(([, second]) => activity.test(second));
  const named = phrased.filter((pair) => !acts.includes(pair));
  const isPhrased = ({ text }: SaidWord): boolean => [...phrased, ...groupPairs].some((pair) => pair.includes(text));
  const besides = shared.map(termOf);
  const besidesOf = (phrases: OwnWords['pairs']): string[] => besides.filter((term) => phrases.every((pair) => !pair.includes(term)));
  const needs = speeches[speech].need.split(' OR ');
  const beside = (terms: readonly string[], others: readonly string[]): string[] => {
    const rest = [...new Set(others)].filter((other) => !terms.includes(other));
    return terms.length > 0 && rest.length > 0 ? [`${anyOf(terms)} ${anyOf(rest)}`] : [];
  };
  const lines = [
    ...beside(alone.map(termOf), besides),
    ...beside(acts.flatMap(phrasesOf), [...besidesOf(acts), ...needs]),
    ...beside(named.flatMap(phrasesOf), besidesOf(named)),
    ...beside(
      [...groupPairs.flatMap(phrasesOf), ...[...aside, ...groups].filter((word) => !isPhrased(word)).map(termOf)],
      [...besidesOf(groupPairs), ...products],
    ),
  ];
  return lines.filter((text) => parseRule(text).ok).map((text) => ({ rule: { text }, why }));
}
