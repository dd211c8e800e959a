/** Characters that people don't see but models read: controls, format and direction marks, fillers, tags, private use. */
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2800]|(?![\n\t])\p{Cc}/u;
const anyHidden = new RegExp(hidden, 'gu');

/** Joiners and selectors used by emoji and some scripts, the soft hyphen, and the carriage return. */
const harmless = new Set(['\u200C', '\u200D', '\uFE0E', '\uFE0F', '\u00AD', '\r']);

/** Counts hidden characters that don't occur in ordinary text. */
export const countSmuggled = (text: string): number => (text.match(anyHidden) ?? []).filter((char) => !harmless.has(char)).length;

const entity = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/iy;
const anyEntity = new RegExp(entity, 'gi');
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const maxCodePoint = 0x10ffff;

function decoded([, name, decimal, hex]: readonly (string | undefined)[]): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? '';
  const point = decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal);
  return point > maxCodePoint ? '' : String.fromCodePoint(point);
}

/** The text as readers see it. Used for model input and for model output. */
export function visibleText(text: string): string {
  return text
    .replaceAll(anyEntity, (...match: (string | undefined)[]) => decoded(match))
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(anyHidden, '');
}

const sameAs = new Map([
  ...'‘ ’ ʼ ＇ ` ´'.split(' ').map((char) => [char, "'"] as const),
  ...'“ ” „ « »'.split(' ').map((char) => [char, '"'] as const),
  ...'– — − ‑'.split(' ').map((char) => [char, '-'] as const),
]);

/** Normalized text for comparing quotes, with the original position of each UTF-16 unit. */
export interface Comparable {
  text: string;
  /** For each unit, the start and end of its character in the original, in UTF-16 units. */
  starts: number[];
  ends: number[];
}

/** Normalizes what copying may change: hidden characters, whitespace, typographic marks. */
export function comparableText(original: string): Comparable {
  const kept: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < original.length;) {
    const { char, length } = charAt(original, at);
    const plain = plainOf(char);
    if (plain !== '' && !(plain === ' ' && kept.at(-1) === ' ')) {
      for (let unit = 0; unit < plain.length; unit += 1) {
        starts.push(at);
        ends.push(at + length);
      }
      kept.push(plain);
    }
    at += length;
  }
  return { text: kept.join(''), starts, ends };
}

/** The visible character at this offset and its length in UTF-16 units. */
function charAt(text: string, at: number): { char: string; length: number } {
  const code = text.codePointAt(at) ?? 0;
  if (code === 0x26) {
    entity.lastIndex = at;
    const match = entity.exec(text);
    if (match) return { char: decoded(match), length: match[0].length };
  }
  return { char: String.fromCodePoint(code), length: code > 0xffff ? 2 : 1 };
}

function plainOf(char: string): string {
  if (char > ' ' && char <= '~' && char !== '`') return char;
  if (hidden.test(char)) return '';
  return /\s/.test(char) ? ' ' : (sameAs.get(char) ?? char);
}
