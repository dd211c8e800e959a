import { tzOffset } from '@date-fns/tz/tzOffset';
import { minuteMs, dayMs } from './time.ts';
import { isTimeZone } from './time-zone-name.ts';

/** A time zone. Local times are represented as the UTC ms at which a clock in UTC shows the same time. */
export interface TimeZone {
  name: string;
  /** The local time at an instant (UTC ms). */
  toLocal(at: number): number;
  /** Converts a local time to an instant (UTC ms): the first of two for repeated times, after the change for skipped ones. */
  toInstant(local: number): number;
}

const maxCachedDays = 5000;

function createTimeZone(name: string): TimeZone {
  const exactOffset = (at: number): number => tzOffset(name, new Date(at)) * minuteMs;
  /** UTC day → offset, or null when it changes within the day. Cached, because reports convert thousands of instants. */
  const offsets = new Map<number, number | null>();
  const offsetAt = (at: number): number => {
    const day = Math.floor(at / dayMs);
    if (!offsets.has(day)) {
      if (offsets.size >= maxCachedDays) offsets.clear();
      const [first, last] = [exactOffset(day * dayMs), exactOffset((day + 1) * dayMs)];
      offsets.set(day, first === last ? first : null);
    }
    return offsets.get(day) ?? exactOffset(at);
  };
  return {
    name,
    toLocal: (at) => at + offsetAt(at),
    toInstant(local) {
      const [before, after] = [offsetAt(local - dayMs), offsetAt(local + dayMs)];
      const candidates = [local - before, local - after].filter((at) => at + offsetAt(at) === local);
      return candidates.length > 0 ? Math.min(...candidates) : local - before;
    },
  };
}

const zones = new Map<string, TimeZone>();

/** The time zone with this name, or UTC if it is unknown. */
export function timeZone(name: string): TimeZone {
  const cached = zones.get(name);
  if (cached) return cached;
  if (!isTimeZone(name)) return timeZone('UTC');
  const zone = createTimeZone(name);
  zones.set(name, zone);
  return zone;
}

/** Days are numbered by local date: days since 1970-01-01. */
export const dayOf = (zone: TimeZone, at: number): number => Math.floor(zone.toLocal(at) / dayMs);
/** Where midnight is skipped, a day starts with the first instant after the change. */
export const startOfDay = (zone: TimeZone, day: number): number => zone.toInstant(day * dayMs);
/** The same local time, `days` later. */
export const addDays = (zone: TimeZone, at: number, days: number): number => zone.toInstant(zone.toLocal(at) + days * dayMs);
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
export const dayOfDate = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMs);
/** 0 is Monday. 1970 began on a Thursday. */
export const weekdayOf = (day: number): number => (day + 3) % 7;

interface Clock {
  zone: string;
  /** Past midnight. */
  minutes: number;
  /** 1: Monday. */
  weekday?: number;
  /** 1 to 28, which every month has. */
  monthDay?: number;
}
/** UTC ms of the next time after `now` when local time is `minutes` past midnight, on this day of the week or month if given. */
export function nextAt(now: number, { zone, minutes, weekday, monthDay }: Clock): number {
  const today = dayOf(timeZone(zone), now);
  // Starts a day back, because clocks may have been set back across midnight; 33 days ahead cover a month and a skipped hour.
  for (let day = today - 1; day <= today + 33; day += 1) {
    if (weekday !== undefined && weekdayOf(day) + 1 !== weekday) continue;
    if (monthDay !== undefined && new Date(day * dayMs).getUTCDate() !== monthDay) continue;
    const at = timeZone(zone).toInstant(day * dayMs + minutes * minuteMs);
    if (at > now) return at;
  }
  throw new Error('A month without that day');
}
