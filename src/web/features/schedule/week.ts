import { useSearchParams } from 'react-router-dom';
import { timeZone } from '#shared/time-zone.ts';
import { dateFormat } from '#web/lib/format.ts';
import { useMinute } from '#web/lib/time-ago.tsx';
import { useSetFilters } from '#web/lib/url-params.ts';

const format = (zone: string, options: Intl.DateTimeFormatOptions) => dateFormat({ timeZone: zone, ...options });

const onTheHour = format('UTC', { timeStyle: 'short' });
const hourAlone = format('UTC', { hour: 'numeric' });

/** "9 AM", or "09:00" in 24-hour locales. */
export const hourLabel = (hour: number): string =>
  (onTheHour.resolvedOptions().hour12 ? hourAlone : onTheHour).format(Date.UTC(2000, 0, 1, hour));

export const clockOf = (at: string, zone: string): string => format(zone, { timeStyle: 'short' }).format(new Date(at));
/** "Mon, 23 Nov, 14:30". */
export const whenOf = (at: string, zone: string): string =>
  format(zone, { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(new Date(at));
/** From wall-clock time: "Monday, November 23". */
export const dayNameOf = (wall: number): string => format('UTC', { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(wall));
export const shortDayOf = (wall: number): { weekday: string; day: string } => ({
  weekday: format('UTC', { weekday: 'short' }).format(new Date(wall)),
  day: format('UTC', { day: 'numeric' }).format(new Date(wall)),
});
/** "16 – 22 November 2026". */
export const weekNameOf = (start: number): string =>
  format('UTC', { day: 'numeric', month: 'short', year: 'numeric' }).formatRange(new Date(start), new Date(start + 6 * 86_400_000));

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
  /** Where it is drawn, in minutes from midnight: later than its time if others are in its place. */
  top: number;
  /** Minutes that its height represents. */
  height: number;
  /** Column among overlapping entries. */
  lane: number;
  lanes: number;
}
const dayMinutes = 24 * 60;
const entryMinutes = 60;
/** In a stack, one line each. */
export const lineMinutes = 30;
/** More side by side would be too narrow to read. */
const maxLanes = 2;

const endOf = <T>({ top, height }: Placed<T>): number => top + height;

/** Gives each entry the first column that is free at its time. */
function setSideBySide<T>(group: readonly Placed<T>[]): number {
  const ends: number[] = [];
  for (const entry of group) {
    const free = ends.findIndex((end) => end <= entry.minutes);
    entry.lane = free === -1 ? ends.length : free;
    entry.top = entry.minutes;
    entry.height = entryMinutes;
    ends[entry.lane] = endOf(entry);
  }
  for (const entry of group) entry.lanes = ends.length;
  return ends.length;
}

/** One line below the other, in order; what would run past midnight moves up. */
function stack<T>(group: readonly Placed<T>[]): void {
  let at = 0;
  for (const entry of group) {
    entry.top = Math.max(at, entry.minutes);
    at = entry.top + lineMinutes;
    [entry.height, entry.lane, entry.lanes] = [lineMinutes, 0, 1];
  }
  let limit = dayMinutes;
  for (const entry of group.toReversed()) {
    entry.top = Math.min(entry.top, limit - lineMinutes);
    limit = entry.top;
  }
}

function arrange<T>(group: readonly Placed<T>[]): void {
  if (setSideBySide(group) > maxLanes) stack(group);
}

/** Places a week's entries by day and time. Two that overlap are side by side, more are stacked. */
export function layOutWeek<T extends { dueAt: string }>(items: readonly T[], start: number, zone: string): Placed<T>[] {
  const placed = items
    .map((item) => ({ item, offset: timeZone(zone).toLocal(Date.parse(item.dueAt)) - start }))
    .filter(({ offset }) => offset >= 0 && offset < 7 * dayMs)
    .map(({ item, offset }): Placed<T> => {
      const minutes = Math.floor((offset % dayMs) / minuteMs);
      return { item, day: Math.floor(offset / dayMs), minutes, top: minutes, height: entryMinutes, lane: 0, lanes: 1 };
    })
    .toSorted((a, b) => a.day - b.day || a.minutes - b.minutes);
  let group: Placed<T>[] = [];
  for (const entry of placed) {
    const isApart = group.every((other) => other.day !== entry.day || endOf(other) <= entry.minutes);
    group = isApart ? [entry] : [...group, entry];
    arrange(group);
  }
  return placed;
}

/** The week in the URL, or the current one, as wall-clock midnight on its Monday. */
export function useWeek(zone: string) {
  const [params] = useSearchParams();
  const setFilters = useSetFilters();
  const current = weekStart(timeZone(zone).toLocal(useMinute()));
  const start = weekStart(wallOfDate(params.get('week')) ?? current);
  const view = params.get('view') === 'list' ? 'list' : 'week';
  const change = (name: 'week' | 'view', value: string | undefined) => setFilters({ [name]: value }, { replace: true });
  return {
    start,
    isCurrent: start === current,
    view,
    show: (next: 'week' | 'list') => change('view', next === 'list' ? next : undefined),
    go: (weeks: number | null) => change('week', weeks === null ? undefined : dateOf(start + weeks * 7 * dayMs)),
  } as const;
}
export type ShownWeek = ReturnType<typeof useWeek>;

/** Loaded at once, as far ahead as replies can be scheduled. */
export const readDays = 91;
