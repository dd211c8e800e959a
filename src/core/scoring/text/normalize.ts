const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Reddit's own limit for a self post. */
export const maxTextLength = 40_000;

/**
 * Makes text safe to store and compare: well-formed UTF-16 without NUL, at most `maxCodePoints` long, cut between graphemes.
 * Idempotent.
 */
export function normalizeText(text: string, maxCodePoints: number = maxTextLength): string {
  const clean = text.toWellFormed().replaceAll('\0', '');
  const cut = indexOfCodePoint(clean, maxCodePoints);
  if (cut === clean.length) return clean;
  // A single grapheme longer than the limit (stacked accents) is cut inside, because nothing would remain otherwise.
  const boundary = graphemes.segment(clean).containing(cut)?.index ?? cut;
  return clean.slice(0, boundary === 0 ? cut : boundary);
}

function indexOfCodePoint(text: string, count: number): number {
  if (text.length <= count) return text.length;
  let index = 0;
  for (let passed = 0; passed < count && index < text.length; passed += 1) index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  return index;
}
