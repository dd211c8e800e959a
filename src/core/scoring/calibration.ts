import * as z from 'zod';
import { type ComponentName, type Components, defaultWeights } from '#shared/scoring.ts';

/** Points of a function, the first coordinate rising, with straight lines in between. */
export const curveSchema = z.array(z.tuple([z.number(), z.number()])).min(1);
export type Curve = z.infer<typeof curveSchema>;

/** The value of a curve; beyond its ends, that of the last point. */
export function valueOn(curve: Curve, at: number): number {
  const above = curve.findIndex(([from]) => from >= at);
  const [first] = curve;
  const last = curve.at(-1);
  if (!first || !last) throw new Error('A curve has no points');
  if (above === -1) return last[1];
  const [right, rightValue] = curve[above] ?? last;
  const [left, leftValue] = curve[above - 1] ?? first;
  return right === left ? rightValue : leftValue + ((rightValue - leftValue) * (at - left)) / (right - left);
}

/** The share of posts that are leads, by what they are ranked by; both rise. */
export type Calibration = Curve;

/** Components determined by the text alone; time and comments don't affect them. */
const ofText: readonly ComponentName[] = ['intent', 'fit', 'relevance', 'urgency', 'reachability'];
const maxShift = 30;
const halvings = 40;
const edge = 0.02;

/**
 * Shifts the text components together, in log odds, until their mean with the default weights is `share`. They keep their order,
 * and their sum becomes the calibrated score.
 */
export function moveTo(components: Components, share: number): Components {
  let low = -maxShift;
  let high = maxShift;
  for (let round = 0; round < halvings; round += 1) {
    const middle = (low + high) / 2;
    if (meanOf(moved(components, middle)) < share) low = middle;
    else high = middle;
  }
  return moved(components, (low + high) / 2);
}

function moved(components: Components, by: number): Components {
  const result = { ...components };
  for (const name of ofText) {
    const value = components[name];
    if (value === null) continue;
    const bounded = Math.min(1 - edge, Math.max(edge, value));
    result[name] = 1 / (1 + Math.exp(-Math.log(bounded / (1 - bounded)) - by));
  }
  return result;
}

function meanOf(components: Components): number {
  let sum = 0;
  let weights = 0;
  for (const name of ofText) {
    const value = components[name];
    if (value === null) continue;
    sum += value * defaultWeights[name];
    weights += defaultWeights[name];
  }
  return weights === 0 ? 0 : sum / weights;
}
