const minute = 60_000;

/** Upper bounds of the buckets in minutes; one more bucket holds everything longer. */
export const edges = [1, 2, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 1080, 1440, 2880, 4320, 10_080, 43_200] as const;

/** A histogram: one count per edge, and a last one for longer durations. Trailing zeros may be missing. */
export type Durations = number[];

/** A negative `ms` (the clocks of two machines can differ) counts as zero. */
export function addDuration(durations: Durations, ms: number): void {
  const found = edges.findIndex((edge) => ms <= edge * minute);
  const bucket = found === -1 ? edges.length : found;
  while (durations.length <= bucket) durations.push(0);
  durations[bucket] = (durations[bucket] ?? 0) + 1;
}

export function addDurations(sum: Durations, more: Durations): void {
  for (const [bucket, count] of more.entries()) sum[bucket] = (sum[bucket] ?? 0) + count;
}

export const countOf = (durations: Durations): number => durations.reduce((sum, count) => sum + count, 0);

/**
 * Quantile in minutes for a share from 0 to 1, interpolated within a bucket; null for an empty histogram. Durations
 * longer than the last edge count as the last edge.
 */
export function quantileOf(durations: Durations, share: number): number | null {
  const wanted = countOf(durations) * share;
  if (wanted === 0) return null;
  let before = 0;
  for (const [bucket, count] of durations.entries()) {
    const high = edges[bucket];
    const low = edges[bucket - 1] ?? 0;
    if (high === undefined) return low;
    if (before + count >= wanted) return low + ((wanted - before) / count) * (high - low);
    before += count;
  }
  return edges.at(-1) ?? null;
}
