import type { SpeakerRole } from '#shared/scoring.ts';
import type { Features } from './features.ts';
import type { Sums } from './model.ts';

const sellerBar = 1.5;
const customerBar = 0;
/** A comment that asks this clearly isn't an advertisement, whatever it mentions. */
const askingBar = 0.8;
const fitNoneBar = -1.2;

/** The author's role. A seller must show clearly more offering than need, because a customer mistaken for one would be lost. */
export function roleOf(features: Features, { need }: Sums): SpeakerRole {
  if (features.promotesInReply > 0 && need < askingBar) return 'seller';
  if (features.seeksWork > 0) return 'seller';
  if (features.hiresPeople > 0) return 'customer';
  const offers =
    1.2 * features.sellerTitle + 0.8 * Math.min(1.5, features.sellerDensity) + 0.5 * features.tradePerson + 0.4 * features.ownTrade;
  if (offers - 0.35 * need - 0.3 * (features.seekTitle + features.helpTitle) > sellerBar) return 'seller';
  return need > customerBar ? 'customer' : 'other';
}

export const isSolved = ({ solvedFlag, solvedTitle, editOutcome, boughtAlready }: Features): boolean =>
  solvedFlag + solvedTitle + editOutcome + boughtAlready > 0;

export const fitsNot = ({ topic }: Sums): boolean => topic < fitNoneBar;
