/** Characters that people do not see but models read: controls, format and direction marks, fillers, tags, private use. */
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2800]|(?![\n\t])\p{Cc}/u;
const anyHidden = new RegExp(hidden, 'gu');

/** Joiners and selectors that emoji and some scripts need, and the soft hyphen. */
const harmless = new Set(['\u200C', '\u200D', '\uFE0E', '\uFE0F', '\u00AD', '\r']);

/** Hidden characters that ordinary writing has no use for. */
export const countSmuggled = (text: string): number => (text.match(anyHidden) ?? []).filter((char) => !harmless.has(char)).length;

/** The text as its readers see it, for the model's copy and for everything that a model wrote. */
export function visibleText(text: string): string {
  return text.toWellFormed().replaceAll('\r\n', '\n').replaceAll(anyHidden, '');
}

const sameAs = new Map([
  ...'‘ ’ ʼ ＇ ` ´'.split(' ').map((char) => [char, "'"] as const),
  ...'“ ” „ « »'.split(' ').map((char) => [char, '"'] as const),
  ...'– — − ‑'.split(' ').map((char) => [char, '-'] as const),
]);

/** A text reduced to what a quote is compared by, and where each unit of it stood. */
export interface Comparable {
  text: string;
  /** UTF-16 offsets into the original, one more than there are units. */
  offsets: number[];
}

/** Without hidden characters, each run of white space one space, typographic marks plain: what copying changes. */
export function comparableText(original: string): Comparable {
  const kept: string[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const char of original) {
    const plain = plainOf(char);
    if (plain !== '' && !(plain === ' ' && kept.at(-1) === ' ')) {
      for (let unit = 0; unit < plain.length; unit += 1) offsets.push(at + unit);
      kept.push(plain);
    }
    at += char.length;
  }
  offsets.push(original.length);
  return { text: kept.join(''), offsets };
}

function plainOf(char: string): string {
  if (char > ' ' && char <= '~' && char !== '`') return char;
  if (hidden.test(char)) return '';
  return /\s/.test(char) ? ' ' : (sameAs.get(char) ?? char);
}
