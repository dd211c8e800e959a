import type { StreamState } from '#shared/campaigns.ts';

const halfHour = 1_800_000;

/** The slots of the strip where a gap begins. `now` in milliseconds. */
export function gapSlots({ gapFrom, strip }: Pick<StreamState, 'gapFrom' | 'strip'>, now: number): number[] {
  if (!gapFrom) return [];
  const slot = strip.length - 1 - Math.floor((now - Date.parse(gapFrom)) / halfHour);
  return slot >= 0 && slot < strip.length ? [slot] : [];
}
