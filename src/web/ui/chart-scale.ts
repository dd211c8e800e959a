import { scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';

export interface Scale {
  /** Round figures in ascending order; the first and last are the ends of the axis. */
  ticks: number[];
  low: number;
  high: number;
}

/** An axis between round figures over these values, in about four steps. Always includes 0; whole steps for whole values. */
export function scaleOf(values: readonly (number | null)[], steps = 4): Scale {
  const known = values.filter((value): value is number => value !== null && Number.isFinite(value));
  const low = Math.min(0, ...known);
  const high = Math.max(0, ...known);
  if (low === high) return { ticks: [0, 1], low: 0, high: 1 };
  const count = known.every(Number.isInteger) ? Math.min(steps, high - low) : steps;
  const scale = scaleLinear().domain([low, high]).nice(count);
  const ticks = scale.ticks(count);
  return { ticks, low: ticks[0] ?? 0, high: ticks.at(-1) ?? 1 };
}

/** Indexes of the labels to show when each needs that many pixels: always the last one, and evenly back from it. */
export function labelIndexes(count: number, width: number, needed: number): number[] {
  const every = Math.max(1, Math.ceil((count * needed) / Math.max(width, 1)));
  return Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % every === 0);
}

/** Start and end of each bar: for `stack` each value starts where the previous one ends; otherwise all start at 0. */
export function barSpans(values: readonly (number | null)[], stacked: boolean): { from: number; to: number }[] {
  const known = values.map((value) => value ?? 0);
  if (!stacked) return known.map((to) => ({ from: 0, to }));
  const layers = stack<readonly number[], number>()
    .keys(known.keys())
    .value((row, key) => row[key] ?? 0);
  return layers([known]).map(([span]) => ({ from: span?.[0] ?? 0, to: span?.[1] ?? 0 }));
}
