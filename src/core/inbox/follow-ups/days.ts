const dayMs = 86_400_000;

/** Wall clock of the zone at `at`, read as if it were UTC. */
export function wallClock(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** The instant at which the wall clock of the zone shows `wall`; the offset is asked twice because it may change in between. */
function instantOf(wall: number, zone: string): number {
  const guess = wall - (wallClock(wall, zone) - wall);
  return wall - (wallClock(guess, zone) - guess);
}

/** UTC ms of the first and the end of the day that `now` falls in, in this zone: 23 to 25 hours apart. */
export function dayAround(now: number, zone: string): { start: number; end: number } {
  const midnight = Math.floor(wallClock(now, zone) / dayMs) * dayMs;
  return { start: instantOf(midnight, zone), end: instantOf(midnight + dayMs, zone) };
}
