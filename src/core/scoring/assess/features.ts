import type { Reading, StemCounts } from '../reading/reading.ts';
import type { Traits } from '../reading/traits.ts';
import { askingFeatures, type AskingFeatures } from './asking.ts';
import { buyingFeatures, type BuyingFeatures } from './buying.ts';
import type { Profile } from './profile.ts';

/** How much a text is about the campaign's topic. */
interface TopicFeatures {
  /** Cosine similarity of the whole text, and of the title, with the offering. */
  likeness: number;
  titleLikeness: number;
  /** Distinct rule stems in title and body. */
  ruleTermsTitle: number;
  ruleTermsBody: number;
  /** Distinct strong terms of the campaign, damped. */
  distinctTerms: number;
  /** Share of sentences that contain one. */
  topicShare: number;
  /** BM25 of the campaign's terms, each field normalized by its own average length. */
  termsTitle: number;
  termsBody: number;
}

const strongTerm = 0.4;
const saturationK = 1.2;
const lengthShare = 0.75;
const defaultTitle = 10;
const defaultBody = 150;

function topicFeatures({ language, direction, cosineScale, terms, ruleStems }: Profile, reading: Reading): TopicFeatures {
  const { tokens, titleLength, titleStems, bodyStems } = reading;
  const strong = new Set(
    [...terms].filter(([stem, weight]) => weight > strongTerm && (titleStems.has(stem) || bodyStems.has(stem))).map(([stem]) => stem),
  );
  return {
    likeness: cosineScale * language.likeness.cosine(reading.gist, direction),
    titleLikeness: cosineScale * language.likeness.cosine(reading.titleGist, direction),
    ruleTermsTitle: Math.min(3, countIn(titleStems, ruleStems)),
    ruleTermsBody: Math.min(4, countIn(bodyStems, ruleStems)),
    distinctTerms: Math.log1p(strong.size),
    topicShare: shareOf(strong, reading),
    termsTitle: bm25(terms, titleStems, titleLength / defaultTitle),
    termsBody: bm25(terms, bodyStems, (tokens.length - titleLength) / defaultBody),
  };
}

function countIn(counts: StemCounts, stems: ReadonlySet<number>): number {
  let count = 0;
  for (const stem of stems) if (counts.has(stem)) count += 1;
  return count;
}

/** Share of sentences that contain one of the stems. */
function shareOf(stems: ReadonlySet<number>, { tokens, sentences }: Reading): number {
  if (stems.size === 0) return 0;
  let count = 0;
  let counted = -1;
  for (const [at, { stem }] of tokens.entries()) {
    if (at < counted || !stems.has(stem)) continue;
    count += 1;
    counted = sentences.find(({ to }) => at < to)?.to ?? tokens.length;
  }
  return count / (sentences.length + 1);
}

function bm25(terms: ReadonlyMap<number, number>, counts: StemCounts, relativeLength: number): number {
  const norm = saturationK * (1 - lengthShare + lengthShare * relativeLength);
  let sum = 0;
  for (const [stem, weight] of terms) {
    const count = counts.get(stem);
    if (count !== undefined) sum += (weight * count * (saturationK + 1)) / (count + norm);
  }
  return sum;
}

/** Whether the author is a customer or works in the campaign's trade. All 0 to 1. */
interface SpeakerFeatures {
  /** "I am a …" with the name of a target customer. */
  customerSpeaks: number;
  /** "I am a …", "fellow …" with the name of the offering. */
  tradePerson: number;
  /** A job, a course, or colleagues in the trade. */
  tradeWork: number;
  /** Starts or runs a business with the same offering. */
  ownTrade: number;
  /** Works for clients, where the campaign isn't about clients: "A customer left a laptop at our shop". */
  servesClients: number;
  /** Jobs, studies, and pay in the title and, damped, in the body. */
  careerTitle: number;
  careerBody: number;
}

function speakerFeatures(profile: Profile, reading: Reading): SpeakerFeatures {
  const { tokens, mentions } = reading;
  const strongest = (positions: readonly number[]): number =>
    positions.reduce((most, at) => Math.max(most, offerWeight(profile, tokens[at]?.stem ?? -1)), 0);
  return {
    customerSpeaks: mentions.described.some((at) => profile.customers.has(tokens[at]?.stem ?? -1)) ? 1 : 0,
    tradePerson: strongest(mentions.self),
    tradeWork: strongest(mentions.work),
    ownTrade: strongest(mentions.firm),
    servesClients: clientsIn(reading).some((stem) => !profile.terms.has(stem)) ? 1 : 0,
    ...careerTalk(profile, reading),
  };
}

/** Cached, because it is the same for all campaigns. */
const known = new WeakMap<Reading, readonly number[]>();

function clientsIn(reading: Reading): readonly number[] {
  const { tokens } = reading;
  const found =
    known.get(reading) ??
    tokens.filter(({ text }, at) => clients.has(text) && owning.has(tokens[at - 1]?.text ?? '')).map(({ stem }) => stem);
  known.set(reading, found);
  return found;
}
const clients = new Set(['client', 'clients', 'customer', 'customers']);
const owning = new Set(['a', 'my', 'our', 'for', 'the']);

/** In a campaign about students or jobs these words mean nothing. */
function careerTalk({ terms }: Profile, { hits, tokens, titleLength }: Reading): Pick<SpeakerFeatures, 'careerTitle' | 'careerBody'> {
  const foreign = hits.filter(({ cue, from, to }) => cue === 'career' && !tokens.slice(from, to).some(({ stem }) => terms.has(stem)));
  const inTitle = foreign.filter(({ from }) => from < titleLength).length;
  return { careerTitle: Math.min(1, inTitle), careerBody: Math.log1p(foreign.length - inTitle) };
}

function offerWeight({ offered, terms }: Profile, stem: number): number {
  return offered.has(stem) ? Math.min(1, terms.get(stem) ?? 0) : 0;
}

/** All features of the model. */
export type Features = Traits & TopicFeatures & AskingFeatures & SpeakerFeatures & BuyingFeatures;

export function listFeatures(profile: Profile, reading: Reading): Features {
  const topic = topicFeatures(profile, reading);
  return {
    ...reading.traits,
    ...topic,
    ...askingFeatures(profile, reading, { traits: reading.traits, likeness: topic.likeness }),
    ...speakerFeatures(profile, reading),
    ...buyingFeatures(profile, reading),
  };
}
