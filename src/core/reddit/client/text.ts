export const maxBodyLength = 40_000;
export const maxTitleLength = 300;

/**
 * Makes text safe to store: no NUL (SQLite's `length` stops there), no lone surrogates (SQLite changes them), at most
 * `max` code points. Anything but a string becomes empty.
 */
export function cleanText(value: unknown, max: number = maxBodyLength): string {
  if (typeof value !== 'string') return '';
  const text = value.toWellFormed().replaceAll('\0', '').trim();
  if (text.length <= max) return text;
  const points = Array.from(text.slice(0, max * 2));
  return points.length <= max ? points.join('') : points.slice(0, max).join('');
}
