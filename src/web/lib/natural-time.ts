import { timeZone } from '#shared/time-zone.ts';
import { dayMs, hourMs, minuteMs, weekMs } from '#shared/time.ts';
import { uiLanguage } from './language.ts';

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const hours: Readonly<Record<string, number>> = { morning: 9, noon: 12, afternoon: 14, evening: 18, tonight: 19 };
const units: Readonly<Record<string, number>> = { m: minuteMs, h: hourMs, d: dayMs, w: weekMs };
const morning = 9 * hourMs;

/** Days and months as a language names them, by how they are read here. English is read in every language. */
function wordsOf(language: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  const add = (said: string, read: string) => words.set(said.toLowerCase().replace(/\.$/, ''), read);
  for (const length of ['long', 'short'] as const) {
    const weekday = new Intl.DateTimeFormat(language, { weekday: length, timeZone: 'UTC' });
    const month = new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC' });
    // 1 November 2026 is a Sunday.
    weekdays.forEach((read, at) => add(weekday.format(Date.UTC(2026, 10, 1 + at)), read));
    months.forEach((read, at) => add(month.format(Date.UTC(2026, at)), read));
  }
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  add(relative.format(0, 'day'), 'today');
  add(relative.format(1, 'day'), 'tomorrow');
  return words;
}
const ownWords = uiLanguage === 'en' ? new Map<string, string>() : wordsOf(uiLanguage);

const startOf = (local: number): number => Math.floor(local / dayMs) * dayMs;
/** -1 for anything else; `mon`, `Monday`. */
const indexOf = (names: readonly string[], word: string): number => (word.length < 3 ? -1 : names.indexOf(word.slice(0, 3)));

/** "9", "9am", "14:30", "noon" as ms of the day, or null. */
function readClock(word: string): number | null {
  const named = hours[word];
  if (named !== undefined) return named * hourMs;
  const [, digits, minutes = '0', half] = /^(\d{1,2})(?::(\d{2}))?(am|pm)?$/.exec(word) ?? [];
  if (digits === undefined || Number(digits) > (half ? 12 : 23) || Number(minutes) > 59) return null;
  const hour = Number(digits);
  // Nobody plans for "5" at night.
  const isAfternoon = half === 'pm' || (half === undefined && !word.includes(':') && hour >= 1 && hour <= 6);
  return ((half ? hour % 12 : hour) + (isAfternoon ? 12 : 0)) * hourMs + Number(minutes) * minuteMs;
}

/** "2 h", "3d", "30 min", "2 weeks" as ms, or null. */
function readSpan(text: string): number | null {
  const [, count, unit] = /^(?:in )?(\d{1,3}|an?) ?(m|min|mins|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?)$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) return null;
  return (count.startsWith('a') ? 1 : Number(count)) * (units[unit.charAt(0)] ?? 0);
}

/** The local day that the words name, with how many words they are; null if they name none. */
function readDay(words: readonly string[], today: number): { day: number; count: number; repeats?: number } | null {
  const [first = '', second = ''] = words;
  const isNext = first === 'next';
  const weekday = indexOf(weekdays, isNext ? second : first);
  const ahead = (to: number) => ((to - new Date(today).getUTCDay() + 7) % 7) * dayMs;
  if (isNext && second === 'week') return { day: today + (ahead(1) || weekMs), count: 2 };
  if (weekday >= 0) return { day: today + ahead(weekday) + (isNext ? weekMs : 0), count: isNext ? 2 : 1, repeats: weekMs };
  if (first === 'today') return { day: today, count: 1 };
  if (first === 'tonight') return { day: today, count: 0 };
  if (['tomorrow', 'tom', 'tmr'].includes(first)) return { day: today + dayMs, count: 1 };
  if (/^\d{4}-\d{2}-\d{2}$/.test(first)) return { day: Date.parse(first), count: 1 };
  const [date, month] = /^\d{1,2}$/.test(first) ? [first, indexOf(months, second)] : [second, indexOf(months, first)];
  if (month < 0 || !/^\d{1,2}$/.test(date)) return null;
  const inYear = (year: number) => Date.UTC(year, month, Number(date));
  const year = new Date(today).getUTCFullYear();
  return { day: inYear(year) < today ? inYear(year + 1) : inYear(year), count: 2 };
}

/**
 * When a person means by "tomorrow", "tue 9", "in 2 h", "dec 3 14:30", or "2026-12-03T10:00" (ISO, UTC), in their time zone. Null if it is
 * past, or can't be read.
 */
export function readWhen(text: string, { now, zone: name, language }: { now: number; zone: string; language?: string }): string | null {
  const own = language === undefined ? ownWords : wordsOf(language);
  const zone = timeZone(name);
  const clean = text
    .trim()
    .toLowerCase()
    .replaceAll(/[,\s]{1,99}/g, ' ')
    .replace(/ (am|pm)$/, '$1');
  const local = zone.toLocal(now);
  const iso = (at: number) => (Number.isNaN(at) || at <= now ? null : new Date(at).toISOString());
  const span = readSpan(clean);
  if (span !== null) return iso(span % dayMs === 0 ? zone.toInstant(local + span) : now + span);
  const words = clean
    .replace(/(\d)t(\d)/, '$1 $2')
    .split(' ')
    .map((word) => word.replace(/\.$/, ''))
    .map((word) => own.get(word) ?? word)
    .filter((word) => !['', 'at', 'on'].includes(word));
  const named = readDay(words, startOf(local));
  const rest = words.slice(named?.count ?? 0);
  const clock = rest.length === 0 ? (named?.day === startOf(local) ? null : morning) : readClock(rest.length === 1 ? (rest[0] ?? '') : '');
  if (clock === null || words.length === 0) return null;
  const { day, repeats = null } = named ?? { day: startOf(local), repeats: dayMs };
  const at = day + clock;
  return iso(zone.toInstant(at <= local && repeats !== null ? at + repeats : at));
}
