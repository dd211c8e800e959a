import type { ChannelUpdate } from '#shared/notify.ts';
import { timeZone } from '#shared/time-zone.ts';
import { minuteMs, dayMs } from '#shared/time.ts';

/** When a channel sends. */
export type Timing = Required<Pick<ChannelUpdate, 'pace' | 'hour' | 'weekday' | 'quiet' | 'zone'>>;

const weekdayOf = (wall: number): number => new Date(wall).getUTCDay() || 7;

/** UTC ms of the next time after `now` at which the zone's clock shows so many minutes of a day, on a weekday (1: Monday) if one is given. */
export function nextAt(now: number, { zone, minutes, weekday }: { zone: string; minutes: number; weekday?: number }): number {
  const today = Math.floor(timeZone(zone).toLocal(now) / dayMs) * dayMs;
  // A day back, because the clock may have been set back over midnight; nine on, for a week and a leap.
  for (let day = -1; day <= 9; day += 1) {
    const wall = today + day * dayMs + minutes * minuteMs;
    if (weekday !== undefined && weekdayOf(wall) !== weekday) continue;
    const at = timeZone(zone).toInstant(wall);
    if (at > now) return at;
  }
  throw new Error('A week without that day');
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** UTC ms of the end of the quiet hours that `now` lies in, else null. */
export function quietEnd(now: number, { quiet, zone }: Pick<Timing, 'quiet' | 'zone'>): number | null {
  if (quiet === null) return null;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const minute = Math.floor((timeZone(zone).toLocal(now) % dayMs) / minuteMs);
  const inside = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  return inside ? nextAt(now, { zone, minutes: to }) : null;
}

/** When what happens now is to be notified: at once, after the quiet hours, or with the next digest. */
export function dueAt(now: number, timing: Timing): number {
  const { pace, zone, hour, weekday } = timing;
  if (pace === 'now') return quietEnd(now, timing) ?? now;
  return nextAt(now, { zone, minutes: hour * 60, ...(pace === 'weekly' ? { weekday } : {}) });
}
