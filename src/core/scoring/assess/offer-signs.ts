import type { Reading } from '../reading/reading.ts';
import { termsIn } from './asking.ts';
import { weighedSum } from './form.ts';
import { namesRequest } from './object.ts';
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

/** @param fit how likely the requested object is the offering, 0 to 1; null if none is named */
export function offerSigns(profile: Profile, reading: Reading, fit: number | null): OfferSigns {
  return {
    asked: fit ?? 0,
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

/** From here on, it is as good as certain. */
const clearOdds = 4.6;

/** Log odds that a title is about the offering, if it asks for anything. */
export function offerOdds(signs: OfferSigns, weights = offerWeights()): number {
  if (signs.unnamed === 0 && signs.asked < otherThing) return -clearOdds;
  return Math.max(-clearOdds, Math.min(clearOdds, weighedSum(signs, weights)));
}
