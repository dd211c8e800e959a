import { fullNumber, percentText } from '#web/lib/format.ts';
import { t, locale } from '#web/lib/language.ts';

const hour = 60;
const day = 24 * hour;

/** "< 1 min", "47 min", "2 h 06", "3 d 4 h"; "–" for null. */
export function formatDuration(minutes: number | null): string {
  if (minutes === null) return '–';
  const whole = Math.round(minutes);
  if (whole < 1) return '< 1 min';
  if (whole < hour) return `${String(whole)} min`;
  if (whole < day) return `${String(Math.floor(whole / hour))} h ${String(whole % hour).padStart(2, '0')}`;
  const hours = Math.floor((whole % day) / hour);
  return hours === 0 ? `${String(Math.floor(whole / day))} ${t('d')}` : `${String(Math.floor(whole / day))} ${t('d')} ${String(hours)} h`;
}

/** "84%", with a decimal below 10; "–" for an empty whole. Never rounds to 0% or 100% unless it is exactly that. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = (part / whole) * 100;
  if (part > 0 && percent < 0.1) return `< ${percentText(0.001, 1)}`;
  if (part < whole && percent > 99) return `> ${percentText(0.99)}`;
  return percentText(part / whole, percent < 10 && part > 0 ? 1 : 0);
}

/** Fewer ratings say nothing as a share. */
const minRated = 5;

/** "84%" of the ratings are good matches, and "1 of 1" for fewer than five. */
export const formatRated = (right: number, rated: number): string =>
  rated > 0 && rated < minRated
    ? t('{right} of {rated}', { right: fullNumber(right), rated: fullNumber(rated) })
    : formatShare(right, rated);

const inDollars = (dollars: number, least: number, most = least): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  }).format(dollars);

/** "$0.018", "$1.20", "$340". */
export function formatMoney(dollars: number | null): string {
  if (dollars === null) return '–';
  if (dollars > 0 && dollars < 0.001) return `< ${inDollars(0.001, 3)}`;
  // Below a dollar a tenth of a cent matters; a trailing zero doesn't.
  if (dollars > 0 && dollars < 1) return inDollars(dollars, 2, 3);
  return inDollars(dollars, dollars === 0 || dollars >= 100 ? 0 : 2);
}

/** Percentages of a smaller base mislead. */
const minBase = 10;

/** How much a count grew or shrank: "18%", "24×" beyond tenfold, and the plain difference from a small base. */
export function formatGrowth(after: number, before: number): string {
  const difference = Math.abs(after - before);
  if (before < minBase) return fullNumber(difference);
  return after > 10 * before ? `${fullNumber(Math.round(after / before))}×` : percentText(difference / before);
}

/** Change from `before` to `after` in percent; null if there's nothing to compare with. */
export const changeOf = (after: number | null, before: number | null): number | null =>
  after === null || before === null || before === 0 ? null : Math.round(((after - before) / before) * 100);
