import type { Reading } from '../reading/reading.ts';
import { termsIn } from './asking.ts';
import { namesRequest } from './object.ts';
import { offerFit } from './offer-fit.ts';
import type { Profile } from './profile.ts';
import { offerWeights } from './title-form.ts';
import { otherTradeIn } from './trades.ts';

/** What a title says about whether its request is for the offering. */
export interface OfferSigns {
  /** How likely the requested object is the offering. */
  asked: number;
  /** The campaign's terms anywhere in it. */
  terms: number;
  /** 1 if it names nothing else: "Got a letter from the IRS, who can help me?" */
  unnamed: number;
  /** Terms of another trade beyond those of the own: "Well water tastes like metal, anything that helps?" for generators. */
  other: number;
  constant: number;
}

const otherLimits = { from: -1, to: 2 };

export function offerSigns(profile: Profile, reading: Reading): OfferSigns {
  return {
    asked: offerFit(profile, reading) ?? 0,
    terms: termsIn(profile, reading, { from: 0, to: reading.tokens.length }),
    unnamed: namesRequest(reading) ? 0 : 1,
    other: Math.min(otherLimits.to, Math.max(otherLimits.from, otherTradeBeyondOwn(profile, reading))),
    constant: 1,
  };
}

function otherTradeBeyondOwn({ language, trades, terms }: Profile, { tokens }: Reading): number {
  const stems = new Set(tokens.map(({ stem }) => stem));
  const own = [...stems].reduce((sum, stem) => sum + (terms.has(stem) ? (trades.terms.get(stem) ?? 1) : 0), 0);
  return otherTradeIn(language.trades, trades, stems) - own;
}

/** A title that names what it requests, and fits less than this, asks for something else, whatever else it says. */
const otherThing = 0.25;

const clearOdds = 4.6;

/** Log odds that a title is about the offering, if it asks for anything. */
export function offerOdds(profile: Profile, reading: Reading, weights = offerWeights()): number {
  const signs = offerSigns(profile, reading);
  if (signs.unnamed === 0 && signs.asked < otherThing) return -clearOdds;
  const odds = (Object.keys(signs) as (keyof OfferSigns)[]).reduce((sum, name) => sum + signs[name] * weights[name], 0);
  return Math.max(-clearOdds, Math.min(clearOdds, odds));
}
