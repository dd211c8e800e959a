import { type ComponentName, type Components, defaultWeights } from '#shared/scoring.ts';
import type { Curve } from './curve.ts';

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
