import { authorLabel, communityLabel } from '#shared/labels.ts';
import { locale, t } from './language.ts';

export { reasonText } from './language.ts';

interface Where {
  /** BCP 47; defaults to the browser's. */
  locale?: string | undefined;
  /** IANA name; defaults to the browser's. */
  timeZone?: string | undefined;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const steps = [
  { upTo: hour, size: minute, unit: 'min' },
  { upTo: day, size: hour, unit: 'h' },
  { upTo: 30 * day, size: day, unit: t('d') },
  { upTo: 365 * day, size: 30 * day, unit: t('mo') },
  { upTo: Number.POSITIVE_INFINITY, size: 365 * day, unit: t('y') },
];

/** "38 min ago", "3 h ago", "in 6 min", "just now". `now` is in milliseconds. */
export function relativeTime(iso: string, now: number): string {
  const distance = now - Date.parse(iso);
  const size = Math.abs(distance);
  if (Number.isNaN(distance)) return '';
  if (size < minute) return distance < 0 ? t('in a moment') : t('just now');
  const step = steps.find(({ upTo }) => size < upTo) ?? { size: day, unit: t('d') };
  const amount = `${Math.floor(size / step.size)} ${step.unit}`;
  return distance < 0 ? t('in {amount}', { amount }) : t('{amount} ago', { amount });
}

const toTheMinute: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
};

/** Date and time to the minute with the zone, for tooltips. Falls back to the browser's zone for an unknown one. */
export function exactTime(iso: string, { locale: where = locale, timeZone }: Where = {}): string {
  const format = (zone: string | undefined) => new Intl.DateTimeFormat(where, { ...toTheMinute, timeZone: zone }).format(new Date(iso));
  try {
    return format(timeZone);
  } catch {
    return Number.isNaN(Date.parse(iso)) ? '' : format(undefined);
  }
}

/** Dates as the browser writes them in the language of the page. */
export const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => new Intl.DateTimeFormat(locale, options);

/** Every digit: "12,431". */
export const fullNumber = (value: number, where = locale): string => new Intl.NumberFormat(where).format(value);

const withDecimals = (digits: number): Intl.NumberFormatOptions => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });

/** With so many decimals: "1.20". */
export const decimal = (value: number, digits: number, where = locale): string =>
  new Intl.NumberFormat(where, withDecimals(digits)).format(value);

/** A share of one: "84%", in German "84 %". */
export const percentText = (share: number, digits = 0, where = locale): string =>
  new Intl.NumberFormat(where, { style: 'percent', ...withDecimals(digits) }).format(share);

/** "1 lead", "4 leads". The words are English: together they are a key of the catalog. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  t(`{count, plural, one {# ${one}} other {# ${many}}}`, { count });

/** Where it was written: "r/freelance", "Hacker News", or the title of a feed. */
export const subredditName = communityLabel;

/** The start of a text, cut at the end of a word. */
export function excerpt(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = text.slice(0, maxLength);
  return `${start.slice(0, Math.max(start.search(/\s\S*$/), 0) || maxLength).replace(/[\s,;:–-]+$/, '')}…`;
}

/** Deleted accounts have an empty name. */
export const authorName = (name: string | null): string => (name ? authorLabel(name) : t('deleted account'));

/** A comment has the title of its thread, which somebody else wrote. */
export const titleOf = ({ kind, title }: { kind: 'post' | 'comment'; title: string }): string =>
  kind === 'comment' && title !== '' ? t('Comment in “{title}”', { title }) : title;

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB'];

/** Bytes in the largest unit that leaves at least one, such as 1.4 GB. */
export function inBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  const value = bytes / 1024 ** power;
  return `${value >= 10 || power === 0 ? Math.round(value).toString() : decimal(value, 1)} ${byteUnits[power] ?? 'B'}`;
}
