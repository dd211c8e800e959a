import type { FollowUp } from '#shared/follow-ups.ts';
import { dayOf, timeZone } from '#shared/time-zone.ts';
import { locale } from '#web/lib/language.ts';
import { texts } from './texts.ts';

const weekMs = 7 * 86_400_000;
const morning = 9;

/** 9 AM local time, `days` from now. */
export function morningIn(days: number, now: number): string {
  const day = new Date(now);
  day.setDate(day.getDate() + days);
  day.setHours(morning, 0, 0, 0);
  return day.toISOString();
}

/** Follow-ups within seven days, and later ones. */
export function splitUpcoming(upcoming: readonly FollowUp[], now: number): { week: FollowUp[]; later: FollowUp[] } {
  const { week = [], later = [] } = Object.groupBy(upcoming, ({ dueAt }) => (Date.parse(dueAt) - now <= weekMs ? 'week' : 'later'));
  return { week, later };
}

interface Clock {
  now: number;
  /** IANA name. */
  zone: string;
  locale?: string | undefined;
}

/** "2 days late", "15:30" today, "Mon 15:30" within a week, then the date. */
export function dueLabel(dueAt: string, { now, zone, locale: where = locale }: Clock): { label: string; isLate: boolean } {
  const at = Date.parse(dueAt);
  const days = dayOf(timeZone(zone), at) - dayOf(timeZone(zone), now);
  if (days < 0) return { label: texts.late(-days), isLate: true };
  const nearby: Intl.DateTimeFormatOptions = days === 0 ? { timeStyle: 'short' } : { weekday: 'short', hour: '2-digit', minute: '2-digit' };
  const format: Intl.DateTimeFormatOptions = days < 7 ? nearby : { day: 'numeric', month: 'short', ...(days > 300 && { year: 'numeric' }) };
  return { label: new Intl.DateTimeFormat(where, { ...format, timeZone: zone }).format(at), isLate: false };
}
