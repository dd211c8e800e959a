import type { Calibration } from '#core/scoring/calibration.ts';
import type { Matched } from './left-out.ts';

/** The curve is written as points at this distance, from the lowest to the highest match that any post can have. */
const points = { from: -6, to: 10, step: 0.5 };
const rounds = 50;
const close = 1e-9;

/**
 * The share of leads as a logistic function of the match (Platt scaling). With two parameters it doesn't follow the chance of
 * single posts, so that the threshold is at the same place for campaigns it wasn't fitted on; isotonic regression moved it by up
 * to 4% of all leads.
 */
export function fitCalibration(posts: readonly Matched[]): Calibration {
  if (posts.length === 0) throw new Error('There are no graded posts to calibrate on');
  const curve = fitCurve(posts.map(({ match, post }) => ({ match, isGood: post.label >= 2 })));
  const count = (points.to - points.from) / points.step + 1;
  return Array.from({ length: count }, (_, at): [number, number] => {
    const match = points.from + at * points.step;
    return [match, Number(shareAt(curve, match).toFixed(5))];
  });
}

interface Curve {
  start: number;
  slope: number;
}

const shareAt = ({ start, slope }: Curve, match: number): number => 1 / (1 + Math.exp(-start - slope * match));

/** Maximum likelihood by Newton's method. */
function fitCurve(posts: readonly { match: number; isGood: boolean }[]): Curve {
  const curve = { start: 0, slope: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const sums = { error: 0, errorByMatch: 0, weight: 0, weightByMatch: 0, weightBySquare: 0 };
    for (const { match, isGood } of posts) {
      const share = shareAt(curve, match);
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
