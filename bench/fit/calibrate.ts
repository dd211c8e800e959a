import type { Calibration } from '#core/scoring/calibration.ts';
import { hasTitleForm } from '#core/scoring/assess/title-need.ts';
import type { Matched } from './left-out.ts';

/** The curve is written as points at this distance, from the lowest to the highest match that any post can have. */
const points = { from: -6, to: 10, step: 0.5 };
/** Standard errors over campaigns by which the share's log odds are lowered, because campaigns differ. */
const caution = 0.88;
const rounds = 50;
const close = 1e-9;

/**
 * The share of leads as a logistic function of the match (Platt scaling). With two parameters it doesn't follow the chance of
 * single posts, so that the threshold is at the same place for campaigns it wasn't fitted on; isotonic regression moved it by up
 * to 4% of all leads.
 */
export function fitCalibration(posts: readonly Matched[]): Calibration {
  if (posts.length === 0) throw new Error('There are no graded posts to calibrate on');
  const free = posts.filter(({ isCapped, post }) => !isCapped && !hasTitleForm(post.reading));
  const curve = curveOf(free);
  const campaigns = [...new Set(free.map(({ post }) => post.campaign))];
  const without = campaigns.map((campaign) => curveOf(free.filter(({ post }) => post.campaign !== campaign)));
  const count = (points.to - points.from) / points.step + 1;
  return Array.from({ length: count }, (_, at): [number, number] => {
    const match = points.from + at * points.step;
    const odds = logOddsAt(curve, match) - caution * errorAt(without, match);
    return [match, Number(shareOf(odds).toFixed(5))];
  });
}

const curveOf = (posts: readonly Matched[]): Curve => fitCurve(posts.map(({ match, post }) => ({ match, isGood: post.label >= 2 })));

/** Standard error of the log odds at a match, from the curves without each of the campaigns (jackknife). */
function errorAt(without: readonly Curve[], match: number): number {
  const odds = without.map((curve) => logOddsAt(curve, match));
  const mean = odds.reduce((sum, value) => sum + value, 0) / odds.length;
  const square = odds.reduce((sum, value) => sum + (value - mean) ** 2, 0) / odds.length;
  return Math.sqrt((odds.length - 1) * square);
}

interface Curve {
  start: number;
  slope: number;
}

const logOddsAt = ({ start, slope }: Curve, match: number): number => start + slope * match;
const shareOf = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** Maximum likelihood by Newton's method. */
function fitCurve(posts: readonly { match: number; isGood: boolean }[]): Curve {
  const curve = { start: 0, slope: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const sums = { error: 0, errorByMatch: 0, weight: 0, weightByMatch: 0, weightBySquare: 0 };
    for (const { match, isGood } of posts) {
      const share = shareOf(logOddsAt(curve, match));
      const error = (isGood ? 1 : 0) - share;
      const weight = share * (1 - share);
      sums.error += error;
      sums.errorByMatch += error * match;
      sums.weight += weight;
      sums.weightByMatch += weight * match;
      sums.weightBySquare += weight * match ** 2;
    }
    const determinant = sums.weight * sums.weightBySquare - sums.weightByMatch ** 2;
    const start = (sums.error * sums.weightBySquare - sums.errorByMatch * sums.weightByMatch) / determinant;
    const slope = (sums.errorByMatch * sums.weight - sums.error * sums.weightByMatch) / determinant;
    curve.start += start;
    curve.slope += slope;
    if (Math.abs(start) + Math.abs(slope) < close) break;
  }
  return curve;
}
