import { finish, type Steps } from '#core/platform/slices.ts';
import type { Background } from '../background.ts';
import type { Meaning, Wish } from '../encoder/meaning.ts';
import type { Likeness } from '../likeness.ts';
import type { ScoringCampaign } from '../profile.ts';
import type { Vocabulary } from '../reading/vocabulary.ts';
import { parseRule } from '../rules/parse.ts';
import { listWanted } from '../rules/tree.ts';
import { foldToString } from '#core/text/fold.ts';
import { languagesOf, isFunctionWord, type TextLanguage } from '#core/text/language.ts';
import { stemIn } from '#core/text/stems.ts';
import { type Amounts, pricesOf } from './amounts.ts';
import { importanceOf, isCommon } from './importance.ts';
import { kindOf, type OfferKind } from './kind.ts';
import { type OfferPart, partsOf } from './offer-parts.ts';
import { type Thing, thingsOf } from './thing.ts';
import { type OwnTrades, type Trades, tradesOf } from './trades.ts';

/** Data shared by the scorers of all campaigns. */
export interface Language {
  background: Background;
  likeness: Likeness;
  meaning: Meaning;
  vocabulary: Vocabulary;
  trades: Trades;
}

/** A campaign prepared for comparison with texts. */
export interface Profile {
  campaign: ScoringCampaign;
  language: Language;
  /** Stem → its weight for the campaign, 0 to about 2.5: the campaign's own, and those of its trade. */
  terms: ReadonlyMap<number, number>;
  /** The campaign's own terms, strongest first. */
  strongest: readonly number[];
  ruleStems: ReadonlySet<number>;
  /** The last stem of each rule, which says what is sold: "sitter" in "cat sitter". */
  ruleNouns: ReadonlySet<number>;
  /** Distinctive stems of the offering and of its customers. */
  offered: ReadonlySet<number>;
  customers: ReadonlySet<number>;
  /** Sum of the vectors of rules and offering. */
  direction: Float32Array;
  /** Factor on a text's cosine with the direction: it is lower for a campaign whose terms have little in common. */
  cosineScale: number;
  kind: OfferKind;
  things: ReadonlySet<Thing>;
  trades: OwnTrades;
  /** Prices, if the campaign gives any. */
  prices: Amounts | null;
  parts: readonly OfferPart[];
  wish: Wish;
}

const ruleWeight = 1;
const painWeight = 0.8;
const offeringWeight = 1.2;
const customerWeight = 0.3;
const relatedWeight = 0.3;
/** The first words of an offering name it, later ones list details. */
const offeringHalves = 8;
const most = 2.5;

export const compileProfile = (campaign: ScoringCampaign, language: Language): Profile => finish(profileSteps(campaign, language));

export function* profileSteps(campaign: ScoringCampaign, language: Language): Steps<Profile> {
  const { vocabulary, background, likeness } = language;
  const languages = languagesOf(campaign);
  const stemsOf = (text: string): number[] =>
    languages.flatMap((spoken) => listStems(text, spoken, vocabulary)).filter((stem) => !isCommon(stem, background));
  const rules: number[] = [];
  const ruleNouns = new Set<number>();
  for (const { text } of campaign.rules) {
    for (const stems of wantedTerms(text).map(stemsOf)) {
      rules.push(...stems);
      const noun = stems.at(-1);
      if (noun !== undefined) ruleNouns.add(noun);
    }
    yield;
  }
  const offering = stemsOf(campaign.offering === '' ? campaign.description : campaign.offering);
  const painPoints = campaign.painPoints.flatMap(stemsOf);
  const customers = stemsOf(campaign.idealCustomer);
  const terms = new Map<number, number>();
  const put = (stem: number, weight: number): void => void terms.set(stem, Math.min(most, (terms.get(stem) ?? 0) + weight));
  for (const stem of rules) put(stem, ruleWeight);
  for (const stem of painPoints) put(stem, painWeight);
  for (const [index, stem] of offering.entries()) put(stem, offeringWeight / (1 + index / offeringHalves));
  for (const stem of customers) put(stem, customerWeight);
  const offered = new Set([...offering, ...rules, ...painPoints]);
  const distinctive = new Map([...terms].map(([stem, weight]) => [stem, weight * importanceOf(stem, background)]));
  const trades = tradesOf(language.trades, { offering, rules });
  return {
    campaign,
    language,
    terms: new Map([...relatedTerms(trades, background), ...distinctive]),
    strongest: [...distinctive].toSorted((a, b) => b[1] - a[1]).map(([stem]) => stem),
    ruleStems: new Set(rules),
    ruleNouns,
    offered,
    customers: new Set(customers),
    direction: likeness.sum([...rules, ...offering, ...painPoints].map((stem) => [stem, importanceOf(stem, background)] as const)),
    cosineScale: cosineScaleOf([...offered], language),
    kind: kindOf(campaign),
    things: thingsOf(campaign),
    trades,
    prices: pricesOf(campaign),
    parts: partsOf(campaign.offering, stemsOf, background),
    wish: yield* language.meaning.wishSteps(campaign),
  };
}

const relatedTerms = ({ terms }: OwnTrades, background: Background): [number, number][] =>
  [...terms]
    .filter(([stem]) => !isCommon(stem, background))
    .map(([stem, weight]) => [stem, relatedWeight * weight * importanceOf(stem, background)]);

function wantedTerms(rule: string): string[] {
  const parsed = parseRule(rule);
  return parsed.ok ? listWanted(parsed.tree).flatMap((leaf) => (leaf.kind === 'words' ? [leaf.words] : [])) : [];
}

/** The cosine that the terms of most campaigns have with their sum, and for how many terms it holds. */
const middleCosine = 0.36;
const middleTerms = 20;
const minTerms = 3;
const scaleLimits = { from: 0.75, to: 1.5 };

/**
 * Campaigns differ in how much their terms have in common: "keyword" and "backlinks" are more alike than "noise", "quote", and
 * "brakes". From the mean cosine between two terms follows that of a set of twenty with its sum, which doesn't depend on how many
 * terms there are. Half of the difference, on a logarithmic scale, is made up for.
 */
function cosineScaleOf(stems: readonly number[], { likeness, background }: Pick<Language, 'likeness' | 'background'>): number {
  const known = stems
    .filter((stem) => stem < background.stems.length)
    .map((stem) => [stem, importanceOf(stem, background)] as const)
    .filter(([, weight]) => weight > 0);
  if (known.length < minTerms) return 1;
  const squareOf = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value ** 2, 0);
  const own = squareOf(known.map(([, weight]) => weight));
  const total = known.reduce((sum, [, weight]) => sum + weight, 0);
  const between = Math.max(0, (squareOf(likeness.sum(known)) - own) / (total ** 2 - own));
  const cosine = Math.sqrt((1 + (middleTerms - 1) * between) / middleTerms);
  return Math.sqrt(Math.min(scaleLimits.to, Math.max(scaleLimits.from, middleCosine / cosine)));
}

/** Single letters and small numbers are everywhere, but not in the background corpus. */
const isDistinctive = (word: string): boolean => word !== '' && !/^(?:[a-z]|[0-9]{1,3})$/.test(word);

function listStems(text: string, language: TextLanguage, vocabulary: Vocabulary): number[] {
  const words = foldToString(text).trim().split(' ');
  const distinctive = words.filter((word) => isDistinctive(word) && (language === 'en' || !isFunctionWord(language, word)));
  return distinctive.map((word) => vocabulary.add(stemIn(language, word)));
}
