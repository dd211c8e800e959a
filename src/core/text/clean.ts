const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Reddit's own limit for a self post. */
const maxBodyLength = 40_000;
export const maxTitleLength = 300;

/**
 * Makes text safe to store and compare: no NUL (SQLite's `length` stops there), no lone surrogates (SQLite changes them), no space
 * around it, at most `max` code points, cut between graphemes. Anything but a string becomes empty. Idempotent.
 */
export function cleanText(value: unknown, max: number = maxBodyLength): string {
  if (typeof value !== 'string') return '';
  const text = value.toWellFormed().replaceAll('\0', '').trim();
  const cut = indexOfCodePoint(text, max);
  if (cut === text.length) return text;
  // A single grapheme longer than the limit (stacked accents) is cut inside, because nothing would remain otherwise.
  const boundary = graphemes.segment(text).containing(cut)?.index ?? cut;
  return text.slice(0, boundary === 0 ? cut : boundary).trimEnd();
}

/** Invisible characters, including those that change the text direction; not those that join emoji or part Persian letters. */
const unseen = /[[\p{Cc}\p{Cf}]--[\u200C\u200D]]+/gv;
/** One line of visible characters, at most `max`. */
export const lineOf = (text: string, max: number): string => cleanText(text.replaceAll(/\s+/g, ' ').replaceAll(unseen, ''), max);

function indexOfCodePoint(text: string, count: number): number {
  if (text.length <= count) return text.length;
  let index = 0;
  for (let passed = 0; passed < count && index < text.length; passed += 1) index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  return index;
}
