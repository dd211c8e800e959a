import type { Curve } from '#core/scoring/calibration.ts';
import { fitLogistic } from '../bench/fit/logistic.ts';

interface CurveSample<Names extends string> {
  signs: Readonly<Record<Names, number>>;
  lead: boolean;
  weight: number;
}

interface FittedCurves<Names extends string> {
  constant: number;
  signs: Record<Names, Curve>;
}

/** A curve bends where these shares of the samples lie below. */
const quantiles = [0.02, 0.2, 0.4, 0.6, 0.8, 0.98];
/** Pulls the points to 0, so that few samples say little. */
const strength = 1;

/**
 * A generalized additive model: log odds that are a constant and, for each sign, a curve of its value, fitted together by logistic
 * regression. A value between two points of its curve counts for both, in proportion.
 */
export function fitCurves<Names extends string>(names: readonly Names[], samples: readonly CurveSample<Names>[]): FittedCurves<Names> {
  const knots = names.map((name) => knotsOf(samples.map(({ signs }) => signs[name])));
  const rows = samples.map(({ signs, lead, weight }) => ({
    values: [1, ...names.flatMap((name, at) => sharesOf(knots[at] ?? [], signs[name]))],
    group: 0,
    lead,
    weight,
  }));
  const prior = [0, ...knots.flat().map(() => 0)];
  const [constant = 0, ...weights] = fitLogistic({ rows, groups: 0, prior, strength, keepsSign: false });
  const left = weights.values();
  const curves = names.map((name, at): [Names, Curve] => [
    name,
    (knots[at] ?? []).map((knot) => [rounded(knot), rounded(left.next().value ?? 0)]),
  ]);
  return { constant: rounded(constant), signs: Object.fromEntries(curves) as Record<Names, Curve> };
}

const rounded = (value: number): number => Number(value.toFixed(3));

function knotsOf(values: readonly number[]): number[] {
  const distinct = [...new Set(values)].toSorted((a, b) => a - b);
  if (distinct.length === 2) return distinct;
  const sorted = values.toSorted((a, b) => a - b);
  return [...new Set(quantiles.map((share) => rounded(sorted[Math.floor(share * sorted.length)] ?? 0)))];
}

/** How much of a value belongs to each point: all to one, or parts to the two around it. */
function sharesOf(knots: readonly number[], value: number): number[] {
  const bounded = Math.min(knots.at(-1) ?? value, Math.max(knots[0] ?? value, value));
  return knots.map((knot, at) => {
    const [left, right] = [knots[at - 1], knots[at + 1]];
    if (bounded < knot) return left === undefined ? 1 : Math.max(0, (bounded - left) / (knot - left));
    if (bounded > knot) return right === undefined ? 1 : Math.max(0, (right - bounded) / (right - knot));
    return 1;
  });
}
