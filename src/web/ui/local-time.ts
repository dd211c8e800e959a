import { instantOf, wallAt } from '#web/lib/zone-time.ts';

const two = (part: number) => String(part).padStart(2, '0');

/**
 * An instant as a `datetime-local` field wants it: the wall clock of the zone (of the browser's without one), to the
 * minute. Empty for null or what is no date.
 */
export function toLocalInput(iso: string | null, zone?: string): string {
  const date = new Date(iso ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  if (zone !== undefined) return new Date(wallAt(date.getTime(), zone)).toISOString().slice(0, 16);
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The instant (ISO, UTC) that a wall clock of the zone means, or null where the field is empty or half filled. */
export function fromLocalInput(local: string, zone?: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(local)) return null;
  const date = new Date(zone === undefined ? local : `${local}Z`);
  if (Number.isNaN(date.getTime())) return null;
  return zone === undefined ? date.toISOString() : new Date(instantOf(date.getTime(), zone)).toISOString();
}
