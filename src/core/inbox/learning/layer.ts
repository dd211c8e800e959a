import { maxLearnedPoints } from '#shared/scoring.ts';
import { finish, type Steps } from '#core/platform/slices.ts';
import { type Features, featureCount } from './features.ts';

/** A rated post that the layer is fitted on. */
export interface Lesson {
  features: Features;
  /** Score without the layer, 0 to 100, with recency as of when the post was found. */
  base: number;
  right: boolean;
}

/** What was learned from a campaign's feedback: a weight for each feature, in log-odds. */
export type Layer = readonly number[];

export const minLessons = 8;
/** How many points of the score count as one logit. Chosen by simulated feedback on labeled posts, as are the strengths below. */
export const pointsPerLogit = 20;
/**
 * Inverse variances around zero. Stronger when all feedback is of one kind, because nothing shows what the other kind looks like.
 */
const oneSided = { weights: 20, intercept: 0.5 };
/** The intercept is almost unregularized, so that it absorbs what all rated posts share and no weight does. */
const twoSided = { weights: 4, intercept: 0.1 };
const sweeps = 60;
const close = 1e-5;

const share = (logit: number): number => 1 / (1 + Math.exp(-logit));

/**
 * Logistic regression on top of the existing score, with each weight regularized towards zero. The intercept absorbs what all
 * rated posts share and is left out, because it would move every post alike. Null with fewer than eight lessons. Floating-point
 * sums depend on order: pass lessons in a fixed order to get the same weights. Thousands of lessons take a second.
 */
export function* fitSteps(lessons: readonly Lesson[]): Steps<Layer | null> {
  if (lessons.length < minLessons) return null;
  const rights = lessons.filter(({ right }) => right).length;
  const hold = rights === 0 || rights === lessons.length ? oneSided : twoSided;
  const columns = yield* columnSteps(lessons);
  const sums = lessons.map(({ base }) => (base - 50) / pointsPerLogit);
  const weights = Array.from({ length: featureCount }, () => 0);
  let intercept = 0;
  const step = (column: Column, old: number, held: number): number => {
    let slope = held * old;
    let bend = held;
    for (const { row, value } of column) {
      const p = share(sums[row] ?? 0);
      slope += (p - (lessons[row]?.right ? 1 : 0)) * value;
      bend += p * (1 - p) * value * value;
    }
    const next = old - slope / bend;
    for (const { row, value } of column) sums[row] = (sums[row] ?? 0) + (next - old) * value;
    return next;
  };
  const all = lessons.map((_, row) => ({ row, value: 1 }));
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const before = intercept;
    intercept = step(all, intercept, hold.intercept);
    let moved = Math.abs(intercept - before);
    for (const [index, column] of columns) {
      const old = weights[index] ?? 0;
      const next = step(column, old, hold.weights);
      weights[index] = next;
      moved = Math.max(moved, Math.abs(next - old));
      yield;
    }
    if (moved < close) break;
  }
  return weights.map((weight) => Number(weight.toPrecision(5)));
}

/** The same without interruption. */
export const fitLayer = (lessons: readonly Lesson[]): Layer | null => finish(fitSteps(lessons));

type Column = { row: number; value: number }[];

function* columnSteps(lessons: readonly Lesson[]): Steps<[number, Column][]> {
  const columns = new Map<number, Column>();
  for (const [row, { features }] of lessons.entries()) {
    for (const [at, index] of features.indices.entries()) {
      const entry = { row, value: features.values[at] ?? 0 };
      const column = columns.get(index);
      if (column) column.push(entry);
      else columns.set(index, [entry]);
    }
    yield;
  }
  return [...columns].toSorted(([one], [other]) => one - other);
}

/** Points that the layer adds to a post: −25 to 25, rounded to two decimals. */
export function learnedPoints(layer: Layer, { indices, values }: Features): number {
  let sum = 0;
  for (const [at, index] of indices.entries()) sum += (layer[index] ?? 0) * (values[at] ?? 0);
  const points = Math.max(-maxLearnedPoints, Math.min(maxLearnedPoints, sum * pointsPerLogit));
  return Math.round(points * 100) / 100 || 0;
}
