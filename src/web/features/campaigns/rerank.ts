import { componentNames, type Components, learnedEffect, type Weights } from '#shared/scoring.ts';

/** The score before caps, 0 to 100: the weighted mean of the known components. Null when none is known. */
export function plainScore(components: Components, weights: Weights): number | null {
  let sum = 0;
  let max = 0;
  for (const name of componentNames) {
    const value = components[name];
    if (value === null) continue;
    sum += value * weights[name];
    max += weights[name];
  }
  return max === 0 ? null : (100 * sum) / max;
}

interface Scored {
  components: Components;
  /** The score with the current weights, caps applied. */
  confidence: number;
  /** Points learned from feedback; independent of the weights. */
  learnedPoints: number;
}
export interface Ranked<T> {
  item: T;
  score: number;
  /** Positions gained (positive) or lost compared with the current weights. */
  moved: number;
}

/**
 * Ranks the items by other weights. The API doesn't say whether a cap (a seller, a solved thread) limits an item,
 * but a score below the sum of its components shows it.
 */
export function rerank<T extends Scored>(items: readonly T[], inForce: Weights, wanted: Weights): Ranked<T>[] {
  const before = items
    .map((item, index) => ({ index, score: item.confidence, exact: scoreUnder(item, inForce, inForce).exact }))
    .toSorted((a, b) => b.score - a.score || b.exact - a.exact);
  const rankBefore = new Map(before.map(({ index }, rank) => [index, rank]));
  return items
    .map((item, index) => ({ item, index, ...scoreUnder(item, inForce, wanted) }))
    .toSorted((a, b) => b.score - a.score || b.exact - a.exact)
    .map(({ item, index, score }, rank) => ({ item, score, moved: (rankBefore.get(index) ?? rank) - rank }));
}

function scoreUnder(item: Scored, inForce: Weights, wanted: Weights): { score: number; exact: number } {
  const learned = (weights: Weights): number => {
    const max = plainScore({ ...item.components, recency: 1 }, weights) ?? 0;
    return Math.max(0, (plainScore(item.components, weights) ?? 0) + learnedEffect(item.learnedPoints, max));
  };
  const now = learned(inForce);
  const exact = learned(wanted);
  const cap = Math.round(now) > item.confidence ? item.confidence : 100;
  return { score: Math.round(Math.min(exact, cap)), exact };
}

const whole = 100;

/** Sets one weight to `points` of 100 and scales the others so that the sum stays 100. */
export function setWeight(weights: Weights, changed: keyof Weights, points: number): Weights {
  const share = Math.min(whole, Math.max(0, points)) / whole;
  const others = componentNames.filter((name) => name !== changed);
  const rest = others.reduce((sum, name) => sum + weights[name], 0);
  const scaled = others.map((name) => [name, rest === 0 ? (1 - share) / others.length : (weights[name] * (1 - share)) / rest] as const);
  return { ...weights, ...Object.fromEntries(scaled), [changed]: share };
}

/** Whole points that add up to exactly 100 (largest remainder method). */
export function pointsOfWeights(weights: Weights): Record<keyof Weights, number> {
  const sum = componentNames.reduce((total, name) => total + weights[name], 0) || 1;
  const exact = componentNames.map((name) => ({ name, value: (whole * weights[name]) / sum }));
  const missing = whole - exact.reduce((total, { value }) => total + Math.floor(value), 0);
  const first = new Set(
    exact
      .toSorted((a, b) => (b.value % 1) - (a.value % 1))
      .slice(0, missing)
      .map(({ name }) => name),
  );
  return Object.fromEntries(exact.map(({ name, value }) => [name, Math.floor(value) + (first.has(name) ? 1 : 0)])) as Record<
    keyof Weights,
    number
  >;
}
