import type { Reading } from '../reading/reading.ts';
import { termsIn } from './asking.ts';
import { weighedSum } from './form.ts';
import { askedThing, namesRequest } from './object.ts';
import type { Profile } from './profile.ts';
import { subjectIn } from './subreddit.ts';
import { thingOf } from './thing.ts';
import { offerWeights } from './title-form.ts';
import { otherTradeIn } from './trades.ts';

/** What a title says about whether it is the offering that its author needs. */
export interface OfferSigns {
  /** The campaign's terms anywhere in it, without the subject of its subreddit: "business" in r/smallbusiness. */
  terms: number;
  /** 1 if it names nothing else: "Got a letter from the IRS, who can help me?" */
  unnamed: number;
  /** 1 if what it asks for ends in the noun of a rule. */
  ruleNoun: number;
  /** 1 if it asks for another sort of thing: "Which dive insurance do you have?" for diving courses. */
  otherThing: number;
  /** 1 if other trades are called what it asks for: "bird sitter" for a bird vet. */
  otherName: number;
  /** Terms of another trade beyond those of the own: "Well water tastes like metal, anything that helps?" for generators. */
  otherTrade: number;
  constant: number;
}

export function offerSigns(profile: Profile, reading: Reading): OfferSigns {
  const asked = askedThing(profile, reading);
  const noun = asked?.noun?.stem ?? -1;
  const thing = asked?.phrase.map(({ text }) => thingOf(text)).findLast((one) => one !== null);
  const { terms, trades, language } = profile;
  return {
    terms: termsIn(profile, reading, { from: 0, to: reading.tokens.length, isLeftOut: subjectIn(profile, reading.item.subreddit) }),
    unnamed: namesRequest(reading) ? 0 : 1,
    ruleNoun: profile.ruleNouns.has(noun) ? 1 : 0,
    otherThing: thing && !profile.things.has(thing) ? 1 : 0,
    otherName: language.trades.isName(noun) && !terms.has(noun) && !trades.terms.has(noun) ? 1 : 0,
    otherTrade: otherTradeBeyondOwn(profile, reading),
    constant: 1,
  };
}

/** Terms of the campaign's own trades, about 1 for each: "fragile negatives" for photo restoration. */
export function ownTradeIn({ trades }: Profile, { tokens }: Reading): number {
  return [...new Set(tokens.map(({ stem }) => stem))].reduce((sum, stem) => sum + (trades.terms.get(stem) ?? 0), 0);
}

/** Nearly every title has so much of some trade. */
const commonTrade = 1.6;
const otherLimits = { from: -1, to: 4 };

function otherTradeBeyondOwn({ language, trades, terms }: Profile, { tokens }: Reading): number {
  const stems = new Set(tokens.map(({ stem }) => stem));
  const own = [...stems].reduce((sum, stem) => sum + (terms.has(stem) ? (trades.terms.get(stem) ?? 1) : 0), 0);
  const other = Math.max(0, otherTradeIn(language.trades, trades, stems) - commonTrade);
  return Math.min(otherLimits.to, Math.max(otherLimits.from, other - own));
}

/** Log odds that a title whose author needs something is about the offering. */
export const offerOdds = (signs: OfferSigns, weights = offerWeights()): number => weighedSum(signs, weights);
