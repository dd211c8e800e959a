/** One sample: standardized features, the campaign it belongs to, its label, and its weight. */
interface Row {
  values: readonly number[];
  group: number;
  lead: boolean;
  weight: number;
}

interface Problem {
  rows: readonly Row[];
  groups: number;
  /** Center of each weight's prior. */
  prior: readonly number[];
  /** Strength of the prior: its inverse variance. */
  strength: number;
  /** Whether each weight keeps the sign of its prior. */
  keepsSign: boolean;
}

const sweeps = 200;
const close = 1e-7;

/**
 * Maximum a posteriori logistic regression with an intercept per group, by coordinate-wise Newton steps. The problem is convex
 * and the order fixed, so the same rows always give the same weights.
 */
export function fitLogistic({ rows, groups, prior, strength, keepsSign }: Problem): number[] {
  const weights = [...prior];
  const intercepts = Array.from({ length: groups }, () => 0);
  const sums = rows.map(({ values }) => values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0));
  const slopeAt = (index: number, row: Row): { slope: number; bend: number } => {
    const share = 1 / (1 + Math.exp(-(sums[index] ?? 0) - (intercepts[row.group] ?? 0)));
    return { slope: row.weight * (share - (row.lead ? 1 : 0)), bend: row.weight * share * (1 - share) };
  };
  const stepIntercept = (group: number): number => {
    let slope = 0.02 * (intercepts[group] ?? 0);
    let bend = 0.02;
    for (const [index, row] of rows.entries()) {
      if (row.group !== group) continue;
      const at = slopeAt(index, row);
      slope += at.slope;
      bend += at.bend;
    }
    intercepts[group] = (intercepts[group] ?? 0) - slope / bend;
    return Math.abs(slope / bend);
  };
  const stepWeight = (feature: number): number => {
    const old = weights[feature] ?? 0;
    const center = prior[feature] ?? 0;
    let slope = strength * (old - center);
    let bend = strength;
    for (const [index, row] of rows.entries()) {
      const value = row.values[feature] ?? 0;
      const at = slopeAt(index, row);
      slope += at.slope * value;
      bend += at.bend * value * value;
    }
    const free = old - slope / bend;
    const next = !keepsSign ? free : center < 0 ? Math.min(0, free) : Math.max(0, free);
    weights[feature] = next;
    for (const [index, row] of rows.entries()) sums[index] = (sums[index] ?? 0) + (next - old) * (row.values[feature] ?? 0);
    return Math.abs(next - old);
  };
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const moved = [...intercepts.keys().map(stepIntercept), ...weights.keys().map(stepWeight)];
    if (Math.max(...moved) < close) break;
  }
  return weights;
}
