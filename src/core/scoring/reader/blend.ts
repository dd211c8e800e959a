import type { Odds } from './reader.ts';

/**
 * A logistic regression over what the reader and the cheap stage say, which err differently. Fitted on labeled campaigns that
 * neither was trained on (training/reader/blend.py).
 */
const weights = { start: 0.5, reader: 0.52, cheap: 0.35 };
const edge = 0.001;

const logOddsOf = (share: number): number => {
  const bounded = Math.min(1 - edge, Math.max(edge, share));
  return Math.log(bounded / (1 - bounded));
};

/** The share of such texts that are leads, 0 to 1; `cheap` is what the cheap stage says of it. */
export function shareWithOdds(cheap: number, { lead }: Odds): number {
  return 1 / (1 + Math.exp(-(weights.start + weights.reader * lead + weights.cheap * logOddsOf(cheap))));
}

/** More likely than not about the campaign's topic. */
export const isOnTopic = ({ onTopic }: Odds): boolean => onTopic > 0;
