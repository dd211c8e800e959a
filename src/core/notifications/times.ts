import type { ChannelUpdate } from '#shared/notify.ts';
import { timeZone } from '#shared/time-zone.ts';
import { minuteMs, dayMs } from '#shared/time.ts';

/** When a channel sends messages. */
export type Timing = Required<Pick<ChannelUpdate, 'pace' | 'hour' | 'weekday' | 'quiet' | 'zone'>>;

const weekdayOf = (wall: number): number => new Date(wall).getUTCDay() || 7;

/** UTC ms of the next time after `now` when local time is `minutes` past midnight, on `weekday` (1: Monday) if given. */
export function nextAt(now: number, { zone, minutes, weekday }: { zone: string; minutes: number; weekday?: number }): number {
  const today = Math.floor(timeZone(zone).toLocal(now) / dayMs) * dayMs;
  // Starts a day back, because clocks may have been set back across midnight; nine days ahead cover a week and a skipped hour.
  for (let day = -1; day <= 9; day += 1) {
    const wall = today + day * dayMs + minutes * minuteMs;
    if (weekday !== undefined && weekdayOf(wall) !== weekday) continue;
    const at = timeZone(zone).toInstant(wall);
    if (at > now) return at;
  }
  throw new Error('A week without that day');
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** UTC ms of the end of the quiet hours that contain `now`, or null. */
export function quietEnd(now: number, { quiet, zone }: Pick<Timing, 'quiet' | 'zone'>): number | null {
  if (quiet === null) return null;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const minute = Math.floor((timeZone(zone).toLocal(now) % dayMs) / minuteMs);
  const inside = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  return inside ? nextAt(now, { zone, minutes: to }) : null;
}

/** When a notice created now is due: at once, after quiet hours, or with the next digest. */
export function dueAt(now: number, timing: Timing): number {
  const { pace, zone, hour, weekday } = timing;
  if (pace === 'now') return quietEnd(now, timing) ?? now;
  return nextAt(now, { zone, minutes: hour * 60, ...(pace === 'weekly' ? { weekday } : {}) });
}
