import { dayOf, startOfDay, timeZone } from '#shared/time-zone.ts';

interface Clock {
  now: number;
  /** IANA name. */
  zone: string;
  locale?: string | undefined;
}

/** "17:00" today, "tomorrow" from its first minute, "tomorrow at 09:00", then "Thursday at 09:00". */
export function untilLabel(at: string, { now, zone: name, locale }: Clock): string {
  const zone = timeZone(name);
  const time = Date.parse(at);
  const day = dayOf(zone, time);
  const days = day - dayOf(zone, now);
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: name }).format(time);
  if (days <= 0) return clock;
  const isDay = time === startOfDay(zone, day);
  const format: Intl.DateTimeFormatOptions = days < 7 ? { weekday: 'long' } : { day: 'numeric', month: 'short' };
  const label = days === 1 ? 'tomorrow' : new Intl.DateTimeFormat(locale, { ...format, timeZone: name }).format(time);
  return isDay ? label : `${label} at ${clock}`;
}
