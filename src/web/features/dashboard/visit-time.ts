const day = 86_400_000;

/** "yesterday at 18:40", "today at 08:15", "Tuesday at 09:00", "3 Nov at 18:40". */
export function visitTime(at: string, now: number, { locale, timeZone }: { locale?: string; timeZone?: string } = {}): string {
  const date = new Date(at);
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }).format(date);
  return `${dayLabel(date, now, { locale, timeZone })} at ${time}`;
}

interface Where {
  locale: string | undefined;
  timeZone: string | undefined;
}

function dayLabel(date: Date, now: number, { locale, timeZone }: Where): string {
  const dayOf = (moment: number | Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(moment);
  const that = dayOf(date);
  if (that === dayOf(now)) return 'today';
  if (that === dayOf(now - day)) return 'yesterday';
  const isThisWeek = now - date.getTime() < 6 * day;
  return new Intl.DateTimeFormat(locale, isThisWeek ? { weekday: 'long', timeZone } : { day: 'numeric', month: 'short', timeZone }).format(
    date,
  );
}
