import { valueOn } from '../calibration.ts';
import type { Reading, StemCounts } from '../reading/reading.ts';
import { termsIn } from './asking.ts';
import { askedThing, namesRequest, askedFit } from './object.ts';
import type { Profile } from './profile.ts';
import { nameOf, subjectIn } from './subreddit.ts';
import { thingOf } from './thing.ts';
import { offerModel, offerSignNames, type TitleForm } from './title-form.ts';
import { otherTradeIn } from './trades.ts';

/** What a title says about whether it is the offering that its author needs. */
export interface OfferSigns extends Record<(typeof offerSignNames)[number], number> {
  /** The campaign's terms anywhere in it, without the subject of its subreddit: "business" in r/smallbusiness. */
  terms: number;
  /** Terms of the campaign's own trades, about 1 for each: "fragile negatives" for photo restoration. */
  ownTrade: number;
  /** How likely what it asks for is the offering, 0 to 1. */
  fit: number;
  /** 1 if it names nothing else: "Got a letter from the IRS, who can help me?" */
  unnamed: number;
  /** 1 if what it asks for ends in the noun of a rule. */
  ruleNoun: number;
  /** 1 if it asks for another sort of thing: "Which dive insurance do you have?" for diving courses. */
  otherThing: number;
  /** 1 if other trades are called what it asks for: "bird sitter" for a bird vet. */
  otherName: number;
  /** Terms of the other trade that it names most of: "Well water tastes like metal, anything that helps?" for generators. */
  otherTrade: number;
  /** How much of the offering the name of its subreddit contains, 0 to 1; 0 for one that the campaign doesn't monitor. */
  subreddit: number;
  /** The log odds of its form. */
  asks: number;
  trouble: number;
  /** 1 if it is a question. */
  question: number;
}

export interface OfferContext {
  form: TitleForm;
  /** How likely what the title asks for is the offering, 0 to 1; null if it names nothing. */
  fit: number | null;
}

/** Of a title that names nothing. */
const unknownFit = 0.5;

export function offerSigns(profile: Profile, reading: Reading, { form, fit }: OfferContext): OfferSigns {
  const asked = askedThing(profile, reading);
  const noun = asked?.noun?.stem ?? -1;
  const thing = asked?.phrase.map(({ text }) => thingOf(text)).findLast((one) => one !== null);
  const { terms, trades, language } = profile;
  const { tokens, sentences, item } = reading;
  return {
    terms: termsIn(profile, reading, { from: 0, to: tokens.length, isLeftOut: subjectIn(profile, item.subreddit) }),
    ownTrade: reading.titleStems.keys().reduce((sum, stem) => sum + (trades.terms.get(stem) ?? 0), 0),
    fit: fit ?? unknownFit,
    unnamed: namesRequest(reading) ? 0 : 1,
    ruleNoun: profile.ruleNouns.has(noun) ? 1 : 0,
    otherThing: thing && !profile.things.has(thing) ? 1 : 0,
    otherName: language.trades.isName(noun) && !terms.has(noun) && !trades.terms.has(noun) ? 1 : 0,
    otherTrade: otherTradeIn(language.trades, trades, reading.titleStems.keys()),
    subreddit: profile.campaign.subreddits.includes(item.subreddit) ? nameOf(profile, item.subreddit) : 0,
    asks: form.asks,
    trouble: form.trouble,
    question: sentences.some(({ question }) => question) ? 1 : 0,
  };
}

/** Log odds that a title whose author needs something is about the offering. */
export function offerOdds(signs: OfferSigns): number {
  const { constant, signs: curves } = offerModel();
  return offerSignNames.reduce((sum, name) => sum + valueOn(curves[name], signs[name]), constant);
}

/**
 * How likely the requested object is the offering; null when the text names none. In a monitored subreddit about the offering
 * a request that names the field concerns it: "Need to reach B1 in German by June" names no teacher, but means one.
 */
export function offerFit(profile: Profile, reading: Reading): number | null {
  const { item, titleStems, bodyStems, gist } = reading;
  const asked = askedFit(profile, reading);
  if (asked === null || asked >= homeFit || item.kind === 'comment' || !isAtHome(profile, item.subreddit)) return asked;
  return aboutOf(profile, [titleStems, bodyStems], gist) >= fieldNamed ? homeFit : asked;
}

const isAtHome = (profile: Profile, subreddit: string): boolean =>
  profile.campaign.subreddits.includes(subreddit) && nameOf(profile, subreddit) > 0;

const fieldNamed = 0.6;
const homeFit = 0.45;

/** Similarity alone never counts as much as a name. */
const maxLikeness = 0.5;
const termWorth = 1.3;

/** How much a text is about the offering, 0 to 1. */
export function aboutOf({ terms, direction, language }: Profile, counts: readonly StemCounts[], gist: Float32Array): number {
  const named = new Set(counts.flatMap((stems) => [...stems.keys()]));
  let sum = 0;
  for (const stem of named) sum += terms.get(stem) ?? 0;
  return Math.max(1 - Math.exp(-termWorth * sum), Math.min(maxLikeness, language.likeness.cosine(gist, direction)));
}
