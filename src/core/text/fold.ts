/**
 * Text made comparable: lowercase, without accents, anything else turned into single spaces. It starts and ends with a space, so
 * that a whole word is ` word `.
 */
export interface Folded {
  /** UTF-16 units; only the first `length` count. */
  codes: Uint16Array;
  /** Where each unit starts in the text; for a space, where the preceding word ends. */
  offsets: Uint32Array;
  length: number;
}

const space = 32;
const apostrophes = new Set([0x27, 0x2019, 0x2bc, 0xff07]);
const plus = 0x2b;
const hash = 0x23;
const asciiFold = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  const char = String.fromCharCode(code);
  asciiFold[code] = /[0-9a-z]/i.test(char) ? char.toLowerCase().charCodeAt(0) : space;
}

/** Some ligatures stand for whole phrases; truncating them limits the buffers. */
const maxFold = 3;
const folds = new Map<number, string>();
/** Scripts without spaces: each character counts as a word, or nothing within a sentence would match. */
const unspaced =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}/u;

/** An empty string means leave out, a space means a word boundary. */
function foldCodePoint(point: number): string {
  const known = folds.get(point);
  if (known !== undefined) return known;
  const char = String.fromCodePoint(point);
  let folded = ' ';
  if (/\p{M}|\p{Cf}/u.test(char)) folded = '';
  else if (unspaced.test(char)) folded = ` ${char.normalize('NFKC').toLowerCase()} `;
  else if (/[\p{L}\p{N}]/u.test(char)) {
    const bare = char.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '').normalize('NFC').toLowerCase();
    folded = bare.replaceAll(/[^\p{L}\p{N}]/gu, '').slice(0, maxFold) || ' ';
  }
  folds.set(point, folded);
  return folded;
}

/** Reuses its buffers: the next call overwrites the returned result. */
export function createFolder(size = 1024): (text: string) => Folded {
  let writer = new FoldWriter(size);
  return (text) => {
    const most = text.length * maxFold + 2;
    if (writer.codes.length < most) writer = new FoldWriter(most * 2);
    writer.length = 0;
    writer.push(space, 0);
    foldInto(text, writer);
    writer.close(text.length);
    return writer;
  };
}

/** The folded text as a string, with its leading and trailing space. */
export const foldedString = (folded: Folded): string => unitsFrom(folded, 0, folded.length);

/** A part of the folded text. It is a copy: a slice of the whole string would keep all of it in memory. */
export const unitsFrom = ({ codes }: Folded, from: number, to: number): string =>
  Buffer.from(codes.buffer, codes.byteOffset + 2 * from, 2 * (to - from)).toString('utf16le');

class FoldWriter implements Folded {
  readonly codes: Uint16Array;
  readonly offsets: Uint32Array;
  length = 0;
  constructor(size: number) {
    this.codes = new Uint16Array(size);
    this.offsets = new Uint32Array(size);
  }
  push(code: number, offset: number): void {
    this.codes[this.length] = code;
    this.offsets[this.length] = offset;
    this.length += 1;
  }
  close(end: number): void {
    if (this.codes[this.length - 1] !== space) this.push(space, end);
  }
}

function foldInto(text: string, writer: FoldWriter): void {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const plain = code < 128 ? (asciiFold[code] ?? space) : 0;
    if (plain > space) writer.push(plain, index);
    else if (writer.codes[writer.length - 1] !== space && joinsWord(text, index, code)) {
      if (!apostrophes.has(code)) writer.push(code, index);
    } else if (plain === space) writer.close(index);
    else index += foldRare(text, index, writer);
  }
}

/** What French and Italian write with the word after it: "l'assurance", "dell'auto". */
const elided = new Set('l d j n s t m c qu un gl all dell nell sull dall quell quest'.split(' '));
const longestElided = 5;
const vowel = /[aeiouyhàâæèéêëìîïòôœùûü]/i;

function isElided(text: string, index: number): boolean {
  if (!vowel.test(text.charAt(index + 1))) return false;
  let from = index;
  while (from > 0 && index - from <= longestElided && isWordUnit(text.charCodeAt(from - 1))) from -= 1;
  return elided.has(text.slice(from, index).toLowerCase());
}

/** "don't" is one word, and so are "c++" and "f#"; "l'avocat" is two. */
function joinsWord(text: string, index: number, code: number): boolean {
  if (apostrophes.has(code)) return isWordUnit(text.charCodeAt(index + 1)) && !isElided(text, index);
  if (code !== plus && code !== hash) return false;
  const second = code === plus && text.charCodeAt(index - 1) === plus;
  return isSingleChar(text, second ? index - 2 : index - 1) && !isWordUnit(text.charCodeAt(index + 1));
}

const isWordUnit = (code: number): boolean => (code < 128 ? (asciiFold[code] ?? space) > space : code > 0xbf);
const isSingleChar = (text: string, index: number): boolean =>
  isWordUnit(text.charCodeAt(index)) && !(index > 0 && isWordUnit(text.charCodeAt(index - 1)));

/** Writes one character outside ASCII. Returns the number of UTF-16 units beyond the first. */
function foldRare(text: string, index: number, writer: FoldWriter): number {
  const point = text.codePointAt(index) ?? space;
  const extra = point > 0xffff ? 1 : 0;
  const folded = foldCodePoint(point);
  for (let at = 0; at < folded.length; at += 1) {
    const code = folded.charCodeAt(at);
    // A space at the end of a folded character ends its word after it, a space before it ends the preceding word.
    if (code === space) writer.close(at === 0 ? index : index + extra + 1);
    else writer.push(code, index);
  }
  return extra;
}

const foldShared = createFolder();

/** `foldedString` of a text, without new buffers. */
export const foldToString = (text: string): string => foldedString(foldShared(text));
