import { finish, type Steps } from '#core/platform/slices.ts';
import { type Background, importanceOf, isCommon } from '#core/text/background.ts';
import { foldToString } from '#core/text/fold.ts';
import { isFunctionWord, languagesOf, type TextLanguage } from '#core/text/language.ts';
import { stemIn, stemOf } from '#core/text/stems.ts';
import type { ScoringCampaign } from '../profile.ts';
import { parseRule } from '../rules/parse.ts';
import { listWanted } from '../rules/tree.ts';
import { type Amounts, pricesOf } from './budgets.ts';
import { createReader, type Reader } from './reading.ts';

/** What profiles and readings share, so that the same stem has the same number in both. */
export interface Language {
  background: Background;
  reader: Reader;
}

export const createLanguage = (background: Background): Language => ({
  background,
  reader: createReader(background.stems),
});

/** A part of an offering, as its campaign words it: "payment reminders". */
export interface OfferPart {
  text: string;
  /** Distinctive ones. */
  stems: readonly number[];
}

/** A campaign prepared for comparison with texts. */
export interface Profile {
  campaign: ScoringCampaign;
  language: Language;
  /** Stem → its weight for the campaign, 0 to about 2.5. */
  terms: ReadonlyMap<number, number>;
  ruleStems: ReadonlySet<number>;
  /** How much of the offering the name of each monitored subreddit contains, 0 to 1: "desk" in r/StandingDesk. By name in lowercase. */
  named: ReadonlyMap<string, number>;
  customers: ReadonlySet<number>;
  /** Whether people and their work are sold, not a product. */
  sellsWork: boolean;
  /** Whether its customers look for jobs themselves. */
  servesJobs: boolean;
  /** Null if the campaign gives none. */
  prices: Amounts | null;
  parts: readonly OfferPart[];
}

const ruleWeight = 1;
const painWeight = 0.8;
const offeringWeight = 1.2;
const customerWeight = 0.3;
/** The first words of an offering name it, later ones list details. */
const offeringHalves = 8;
const mostWeight = 2.5;

export const compileProfile = (campaign: ScoringCampaign, language: Language): Profile => finish(profileSteps(campaign, language));

export function* profileSteps(campaign: ScoringCampaign, language: Language): Steps<Profile> {
  const { reader, background } = language;
  const languages = languagesOf(campaign);
  const stemsOf = (text: string): number[] =>
    languages
      .flatMap((spoken) => listStems(text, spoken))
      .map((stem) => reader.vocabulary.add(stem))
      .filter((stem) => !isCommon(stem, background));
  const terms = new Map<number, number>();
  const put = (stems: readonly number[], weight: number | ((at: number) => number)): void => {
    for (const [at, stem] of stems.entries())
      terms.set(stem, Math.min(mostWeight, (terms.get(stem) ?? 0) + (typeof weight === 'number' ? weight : weight(at))));
  };
  const rules: number[] = [];
  for (const { text } of campaign.rules) {
    rules.push(...wantedTerms(text).flatMap(stemsOf));
    yield;
  }
  const offering = campaign.offering === '' ? campaign.description : campaign.offering;
  const customers = stemsOf(campaign.idealCustomer);
  put(rules, ruleWeight);
  put(campaign.painPoints.flatMap(stemsOf), painWeight);
  put(stemsOf(offering), (at) => offeringWeight / (1 + at / offeringHalves));
  put(customers, customerWeight);
  const weighed = new Map([...terms].map(([stem, weight]) => [stem, weight * importanceOf(stem, background)]));
  return {
    campaign,
    language,
    terms: weighed,
    named: namesIn(
      campaign.subreddits,
      [...weighed].map(([stem, weight]) => [reader.vocabulary.at(stem) ?? '', weight]),
    ),
    ruleStems: new Set(rules),
    customers: new Set(customers),
    sellsWork: isWork(offering),
    servesJobs: rules.some((stem) => aboutJobs.test(reader.vocabulary.at(stem) ?? '')),
    prices: pricesOf(campaign),
    parts: partsOf(campaign.offering, stemsOf, background),
  };
}

const shortestName = 3;
const nameWorth = 1.3;

function namesIn(subreddits: readonly string[], terms: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  // Stems end in "i" where words end in "y": "puppi".
  const parts = terms.filter(([stem]) => stem.length >= shortestName).map(([stem, weight]) => [stem.replace(/i$/, ''), weight] as const);
  return new Map(
    subreddits.map((subreddit) => {
      const name = subreddit.toLowerCase();
      const most = Math.max(0, ...parts.filter(([part]) => name.includes(part)).map(([, weight]) => weight));
      return [name, 1 - Math.exp(-nameWorth * most)];
    }),
  );
}

function wantedTerms(rule: string): string[] {
  const parsed = parseRule(rule);
  return parsed.ok ? listWanted(parsed.tree).flatMap((leaf) => (leaf.kind === 'words' ? [leaf.words] : [])) : [];
}

const wordsIn = (text: string): string[] => foldToString(text).trim().split(' ');

/** Single letters and small numbers are everywhere, but not in the background corpus. */
const isDistinctive = (word: string): boolean => word !== '' && !/^(?:[a-z]|[0-9]{1,3})$/.test(word);

const listStems = (text: string, language: TextLanguage): string[] =>
  wordsIn(text)
    .filter((word) => isDistinctive(word) && (language === 'en' || !isFunctionWord(language, word)))
    .map((word) => stemIn(language, word));

const stemSet = (words: string): ReadonlySet<string> => new Set(words.split(' ').map((word) => stemOf(word)));
const workers = stemSet(
  'freelance freelancer writer editor designer artist illustrator composer musician proofreader photographer videographer developer programmer engineer tutor teacher coach trainer consultant accountant bookkeeper lawyer expert specialist studio agency contractor mover mechanic planner architect translator therapist cleaner gardener electrician plumber animator marketer preparer vet',
);
const products = stemSet('software app tool platform plugin api crm saas extension program system website online service');
const aboutJobs = /^(?:job|resum|career|interview|employ|recruit)/;
/** People named later in an offering are its customers. */
const firstWords = 14;

/** "Freelance pixel artists who draw characters": who works is named early, and no product is. */
function isWork(offering: string): boolean {
  const stems = wordsIn(offering).map((word) => stemOf(word));
  return stems.slice(0, firstWords).some((stem) => workers.has(stem)) && stems.filter((stem) => products.has(stem)).length < 2;
}

const maxPart = 60;
const between = /[,;:.()\n]/;
/** What follows says for whom it is, or how it comes. */
const details = /\s(?:for|that|who|which|with|without|from|to|by|at|in|on|as|per)\s.*$/i;
/** What it costs, and what only adds to another part. */
const isTerms = /\d|^(?:for|with|without|from|to|by|at|in|on|as|per|no|no more)\s/i;
/** A single word must be this rare to say what is offered. */
const minAlone = 0.45;

const partsOf = (offering: string, stemsOf: (text: string) => number[], background: Background): OfferPart[] =>
  offering
    .split(between)
    .map((part) =>
      part
        .trim()
        .replace(/^(?:and|or|also|plus)\s/i, '')
        .replace(details, ''),
    )
    .filter((part) => part !== '' && part.length <= maxPart && !isTerms.test(part))
    .map((text) => ({ text, stems: [...new Set(stemsOf(text))] }))
    .filter(({ stems: [first = -1, second] }) => first >= 0 && (second !== undefined || importanceOf(first, background) >= minAlone));
