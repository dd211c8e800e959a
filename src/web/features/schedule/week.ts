import { instantOf, wallAt } from '#web/lib/zone-time.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** Half an hour: what a step up or down in the calendar means. */
export const slotMs = 30 * minuteMs;

const dayStart = (wall: number): number => Math.floor(wall / dayMs) * dayMs;

/** Midnight on the Monday of the week that a wall clock falls in, as a wall clock. */
export function weekStart(wall: number): number {
  const weekday = (new Date(wall).getUTCDay() + 6) % 7;
  return dayStart(wall) - weekday * dayMs;
}

/** `2026-11-16` of a wall clock, and back; null for what is no date. */
export const dateOf = (wall: number): string => new Date(wall).toISOString().slice(0, 10);
export function wallOfDate(date: string | null): number | null {
  const at = date !== null && /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** The same time so many days and half hours on, by the wall clock: nine stays nine when the clocks change. */
export function moved(dueAt: string, by: { days: number; slots: number }, zone: string): string {
  const wall = wallAt(Date.parse(dueAt), zone) + by.days * dayMs + by.slots * slotMs;
  return new Date(instantOf(wall, zone)).toISOString();
}

export interface Placed<T> {
  item: T;
  /** 0 (Monday) to 6. */
  day: number;
  /** Minutes since midnight on the wall clock. */
  minutes: number;
  /** Which of so many columns beside each other. */
  lane: number;
  lanes: number;
}
/** As tall as an entry is drawn. */
export const entryMinutes = 60;

/** Entries of one week by day and time, those that would cover each other side by side. */
export function placeWeek<T extends { dueAt: string }>(items: readonly T[], start: number, zone: string): Placed<T>[] {
  const placed = items
    .map((item) => ({ item, offset: wallAt(Date.parse(item.dueAt), zone) - start }))
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
