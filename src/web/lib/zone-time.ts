const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
const minute = 60_000;

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The given time zone, or the browser's where none is set or the engine doesn't know it. */
export function knownZone(zone: string | undefined): string {
  try {
    return zone === undefined ? browserZone() : new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return browserZone();
  }
}

/** The zone's local time at an instant (UTC ms), as if it were UTC. */
export function wallAt(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...fields }).formatToParts(at);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) + (at % 1000);
}

/** The instant (UTC ms) of a local time in the zone; in a skipped hour, the same time after the change. */
export function instantOf(wall: number, zone: string): number {
  const offset = (at: number): number => Math.round((wallAt(at, zone) - at) / minute) * minute;
  const guess = wall - offset(wall - 86_400_000);
  const shown = wallAt(guess, zone);
  return shown === wall ? guess : wall - offset(wall + 86_400_000);
}
