import type { PlaceState } from '#shared/campaigns.ts';

const halfHour = 1_800_000;

/** Which half hours of the strip lie in a gap: the first of them, where the mark stands. `now` in milliseconds. */
export function gapSlots({ gapFrom, strip }: Pick<PlaceState, 'gapFrom' | 'strip'>, now: number): number[] {
  if (!gapFrom) return [];
  const slot = strip.length - 1 - Math.floor((now - Date.parse(gapFrom)) / halfHour);
  return slot >= 0 && slot < strip.length ? [slot] : [];
}
