const hour = 60;
const day = 24 * hour;

/** "< 1 min", "47 min", "2 h 06", "3 d 4 h" of minutes; "–" of nothing. */
export function durationWords(minutes: number | null): string {
  if (minutes === null) return '–';
  const whole = Math.round(minutes);
  if (whole < 1) return '< 1 min';
  if (whole < hour) return `${String(whole)} min`;
  if (whole < day) return `${String(Math.floor(whole / hour))} h ${String(whole % hour).padStart(2, '0')}`;
  const hours = Math.floor((whole % day) / hour);
  return hours === 0 ? `${String(Math.floor(whole / day))} d` : `${String(Math.floor(whole / day))} d ${String(hours)} h`;
}

/** "84 %", with a decimal below 10; "–" of nothing. Never rounded to all or none where it is not. */
export function shareWords(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = (part / whole) * 100;
  if (part > 0 && percent < 0.1) return '< 0.1 %';
  if (part < whole && percent > 99) return '> 99 %';
  return `${percent < 10 && part > 0 ? percent.toFixed(1) : String(Math.round(percent))} %`;
}

/** "$0.018", "$1.20", "$340". */
export function moneyWords(dollars: number | null): string {
  if (dollars === null) return '–';
  if (dollars > 0 && dollars < 0.001) return '< $0.001';
  // A tenth of a cent matters below a dollar, a nought behind the cents does not.
  if (dollars > 0 && dollars < 1) return `$${dollars.toFixed(3).replace(/0$/, '')}`;
  return `$${dollars.toFixed(dollars === 0 || dollars >= 100 ? 0 : 2)}`;
}

/** Change from `before` to `after` in percent; null where there was nothing to compare with. */
export const changeOf = (after: number | null, before: number | null): number | null =>
  after === null || before === null || before === 0 ? null : Math.round(((after - before) / before) * 100);
