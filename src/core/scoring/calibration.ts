import * as z from 'zod';
import { type ComponentName, type Components, defaultWeights } from '#shared/scoring.ts';

/** Points of a monotone map, both coordinates rising, with linear interpolation in between. */
export const calibrationSchema = z.array(z.tuple([z.number(), z.number()])).min(1);
export type Calibration = z.infer<typeof calibrationSchema>;

/** The share of posts with this raw value that are leads. */
export function calibrate(calibration: Calibration, raw: number): number {
  const above = calibration.findIndex(([from]) => from >= raw);
  const [first] = calibration;
  const last = calibration.at(-1);
  if (!first || !last) throw new Error('The calibration is empty: run bench/fit/fit.ts');
  if (above === -1) return last[1];
  const [right, rightShare] = calibration[above] ?? last;
  const [left, leftShare] = calibration[above - 1] ?? first;
  return right === left ? rightShare : leftShare + ((rightShare - leftShare) * (raw - left)) / (right - left);
}

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
