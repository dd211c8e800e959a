import { timeZone } from '#shared/time-zone.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** One step up or down in the calendar. */
export const slotMs = 30 * minuteMs;

const dayStart = (wall: number): number => Math.floor(wall / dayMs) * dayMs;

/** Midnight on the Monday of the given wall-clock time's week, as wall-clock time. */
export function weekStart(wall: number): number {
  const weekday = (new Date(wall).getUTCDay() + 6) % 7;
  return dayStart(wall) - weekday * dayMs;
}

/** Wall-clock time to `2026-11-16` and back; null if it isn't a date. */
export const dateOf = (wall: number): string => new Date(wall).toISOString().slice(0, 10);
export function wallOfDate(date: string | null): number | null {
  const at = date !== null && /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** The instant of a wall-clock time, as ISO in UTC. */
export const isoOf = (wall: number, zone: string): string => new Date(timeZone(zone).toInstant(wall)).toISOString();

/** Moves by wall-clock time: 9:00 stays 9:00 across a DST change. */
export function moved(dueAt: string, by: { days: number; slots: number }, zone: string): string {
  const wall = timeZone(zone).toLocal(Date.parse(dueAt)) + by.days * dayMs + by.slots * slotMs;
  return isoOf(wall, zone);
}

export interface Placed<T> {
  item: T;
  /** 0 (Monday) to 6. */
  day: number;
  /** Minutes since midnight on the wall clock. */
  minutes: number;
  /** Column among overlapping entries. */
  lane: number;
  lanes: number;
}
/** Minutes that an entry's height represents. */
export const entryMinutes = 60;

/** Places a week's entries by day and time; overlapping entries are side by side. */
export function layOutWeek<T extends { dueAt: string }>(items: readonly T[], start: number, zone: string): Placed<T>[] {
  const placed = items
    .map((item) => ({ item, offset: timeZone(zone).toLocal(Date.parse(item.dueAt)) - start }))
    .filter(({ offset }) => offset >= 0 && offset < 7 * dayMs)
    .map(({ item, offset }) => ({
      item,
      day: Math.floor(offset / dayMs),
      minutes: Math.floor((offset % dayMs) / minuteMs),
      lane: 0,
      lanes: 1,
    }))
    .toSorted((a, b) => a.day - b.day || a.minutes - b.minutes);
  let group: Placed<T>[] = [];
  for (const entry of placed) {
    const covers = group.some(({ day, minutes }) => day === entry.day && entry.minutes - minutes < entryMinutes);
    group = covers ? [...group, entry] : [entry];
    entry.lane = group.length - 1;
    for (const one of group) one.lanes = group.length;
  }
  return placed;
}
