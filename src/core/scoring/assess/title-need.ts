import type { Reading } from '../reading/reading.ts';
import { shareOf } from './form.ts';
import { asksExperience, featuresOf, isHeadline, isTitleOnly } from './need.ts';
import { offerOdds, type OfferSigns } from './offer-signs.ts';
import { needWeights, titleForm, type TitleForm } from './title-form.ts';

/** The model of titles knows English ones that aren't headlines of other sites. */
export const hasTitleForm = (reading: Reading): boolean => isTitleOnly(reading.item) && reading.language === 'en' && !isHeadline(reading);

/** In log odds: the form of a title tells more than the phrases of the lexicon, and both together most. */
export const askOdds = (asks: number, stated: number): number => asks + statedWorth * (stated - statedMiddle);
const statedWorth = 2;
const statedMiddle = 0.45;

/** Log odds that a title asks for something or tells of a trouble. */
export const formOdds = ({ asks, trouble }: TitleForm, stated: number): number =>
  Math.log(Math.exp(askOdds(asks, stated)) + Math.exp(trouble));

/** How likely the author of a title asks for something, 0 to 1. */
export const titleNeed = (reading: Reading, stated: number): number => shareOf(askOdds(titleForm(reading).asks, stated));

interface LeadSigns {
  signs: OfferSigns;
  /** Similarity to the campaign's requests, in standard deviations. */
  likeness: number;
}

/** In log odds per standard deviation: real titles that ask for something else are less similar to the requests. */
const likenessWorth = 0.2;
const typicalLikeness = 2.5;

/** A doubtful need says less than a doubtful offering. */
const needPower = 1.5;

/** "Has anyone had back pain from …?" has the form of a request. */
const experienceWorth = 0.2;

/** Log odds from about which on a title is a lead; more than half of the titles it is fitted on are none. */
const leadLine = -1.65;

/**
 * Log odds that the author of a title needs the offering, about 0 for one that is just a lead: that there is a need, and that it is for
 * the offering. Neither makes up for the other.
 */
export function titleLead(reading: Reading, stated: number, { signs, likeness }: LeadSigns): number {
  const { form, constant } = needWeights();
  const both = shareOf(form * formOdds(titleForm(reading), stated) + constant) ** needPower * shareOf(offerOdds(signs));
  const experience = asksForExperience(reading) ? Math.log(experienceWorth) : 0;
  return Math.log(both / (1 - both)) + experience + likenessWorth * (likeness - typicalLikeness) - leadLine;
}

/** Cached, because it is the same for all campaigns. */
const known = new WeakMap<Reading, boolean>();

function asksForExperience(reading: Reading): boolean {
  const found = known.get(reading) ?? reading.sentences.some((sentence, index) => asksExperience(featuresOf(reading, sentence, index)));
  known.set(reading, found);
  return found;
}
