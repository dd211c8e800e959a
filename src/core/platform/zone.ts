const dayMs = 86_400_000;

/** Wall clocks of a zone, quickly for many moments. */
export interface Zone {
  name: string;
  /** What the wall clock shows at a moment (UTC ms), as if it stood in UTC. */
  wallAt(at: number): number;
  /** The moment (UTC ms) at which the wall clock shows this; of two, the first; where it is skipped, what comes after. */
  instantOf(wall: number): number;
}

const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;

/** `name` must be a zone that the engine knows. */
export function createZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, hourCycle: 'h23', ...parts });
  /** UTC day → offset, or null where it changes within the day. */
  const offsets = new Map<number, number | null>();

  function exactOffset(at: number): number {
    const found = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes): number => found.get(type) ?? 0;
    return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - Math.floor(at / 1000) * 1000;
  }

  function offsetAt(at: number): number {
    const day = Math.floor(at / dayMs);
    if (!offsets.has(day)) {
      const [first, last] = [exactOffset(day * dayMs), exactOffset((day + 1) * dayMs)];
      offsets.set(day, first === last ? first : null);
    }
    return offsets.get(day) ?? exactOffset(at);
  }

  return {
    name,
    wallAt: (at) => at + offsetAt(at),
    instantOf(wall) {
      // An hour that comes twice has two answers; one that is skipped has none, and its end is taken.
      const [before, after] = [offsetAt(wall - dayMs), offsetAt(wall + dayMs)];
      const candidates = [wall - before, wall - after].filter((at) => at + offsetAt(at) === wall);
      return candidates.length > 0 ? Math.min(...candidates) : wall - before;
    },
  };
}

/** Days of a zone are numbered by their date: days since 1970 of the wall clock. */
export const dayOf = (zone: Zone, at: number): number => Math.floor(zone.wallAt(at) / dayMs);
export const startOfDay = (zone: Zone, day: number): number => zone.instantOf(day * dayMs);
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
export const dayOfDate = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMs);
/** 0 is Monday. 1970 began on a Thursday. */
export const weekdayOf = (day: number): number => (day + 3) % 7;
