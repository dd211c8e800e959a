const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** What Reddit itself allows in a self post. */
export const maxTextLength = 40_000;

/**
 * Text as it may be stored and compared: well-formed UTF-16 without NUL, at most `maxCodePoints` long,
 * cut between graphemes. Applying it twice changes nothing.
 */
export function normalizeText(text: string, maxCodePoints: number = maxTextLength): string {
  const clean = text.toWellFormed().replaceAll('\0', '');
  const cut = indexOfCodePoint(clean, maxCodePoints);
  if (cut === clean.length) return clean;
  // A lone grapheme longer than the limit (stacked accents) is cut inside, or nothing would be left.
  const boundary = graphemes.segment(clean).containing(cut)?.index ?? cut;
  return clean.slice(0, boundary === 0 ? cut : boundary);
}

function indexOfCodePoint(text: string, count: number): number {
  if (text.length <= count) return text.length;
  let index = 0;
  for (let passed = 0; passed < count && index < text.length; passed += 1) index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  return index;
}
