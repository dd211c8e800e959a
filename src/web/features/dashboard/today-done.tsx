import type { Today } from '#shared/dashboard.ts';
import { dayOf, startOfDay, timeZone } from '#shared/time-zone.ts';
import { knownTimeZone } from '#web/lib/browser-time-zone.ts';
import { t, locale } from '#web/lib/language.ts';
import { useMinute } from '#web/lib/time-ago.tsx';
import { useUser } from '#web/lib/session.tsx';
import { todayTexts } from './texts.ts';
import { Library } from './today.tsx';

interface Clock {
  now: number;
  /** IANA name. */
  zone: string;
  locale?: string | undefined;
}

/** "17:00" today, "tomorrow" from its first minute, "tomorrow at 09:00", then "Thursday at 09:00". */
export function untilLabel(at: string, { now, zone: name, locale: where = locale }: Clock): string {
  const zone = timeZone(name);
  const time = Date.parse(at);
  const day = dayOf(zone, time);
  const days = day - dayOf(zone, now);
  const clock = new Intl.DateTimeFormat(where, { timeStyle: 'short', timeZone: name }).format(time);
  if (days <= 0) return clock;
  const isDay = time === startOfDay(zone, day);
  const format: Intl.DateTimeFormatOptions = days < 7 ? { weekday: 'long' } : { day: 'numeric', month: 'short' };
  const label = days === 1 ? t('tomorrow') : new Intl.DateTimeFormat(where, { ...format, timeZone: name }).format(time);
  return isDay ? label : t('{day} at {time}', { day: label, time: clock });
}

/** Nothing is left to do: when to come back, and what was done. */
export function TodayDone({ today: { done, nextAt } }: { today: Today }) {
  const user = useUser();
  const now = useMinute();
  const until = nextAt === null ? null : untilLabel(nextAt, { now, zone: knownTimeZone(user.settings.timezone) });
  const counts = todayTexts.counts(done);
  return (
    <header className="mb-10 border-b pb-8 max-md:mb-8">
      <h1 className="text-28 font-semibold tracking-[-.02em] text-balance max-md:text-[1.5rem] max-md:leading-8">
        {counts.length > 0 ? todayTexts.done(until) : todayTexts.nothing(until)}
      </h1>
      <p className="mt-2 max-w-[76ch] text-16 text-pretty text-muted">
        {counts.length > 0 ? todayTexts.doneCounts(counts.join(', ')) : todayTexts.arrive}
      </p>
      <Library className="mt-4" />
    </header>
  );
}
