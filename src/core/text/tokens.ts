import { createFolder, type Folded, unitsFrom } from './fold.ts';

export interface Token {
  /** Folded. */
  text: string;
  /** UTF-16 offsets into the text. */
  start: number;
  end: number;
  /** Number of the stem in a vocabulary; -1 until it is looked up. */
  stem: number;
  /** Number in the lexicon of phrases; 0 until it is looked up. */
  phrase: number;
}

const maxWordLength = 40;

/** The words of a folded text with their positions. */
export function listTokens(folded: Folded): Token[] {
  const { codes, offsets, length } = folded;
  const tokens: Token[] = [];
  let from = 1;
  for (let at = 1; at < length; at += 1) {
    if (codes[at] !== 32) continue;
    const text = unitsFrom(folded, from, Math.min(at, from + maxWordLength));
    tokens.push({ text, stem: -1, phrase: 0, start: offsets[from] ?? 0, end: offsets[at] ?? 0 });
    from = at + 1;
  }
  return tokens;
}

const fold = createFolder();
export const tokensIn = (text: string): Token[] => listTokens(fold(text));

/** The folded words of a text. */
export const termsIn = (text: string): string[] => tokensIn(text).map((token) => token.text);

/** The words of a text with what is between them: each gap's `marks`, then the word. */
function withMarks<Mark>(text: string, marksOf: (gap: string) => readonly Mark[]): (string | Mark)[] {
  const found: (string | Mark)[] = [];
  let last = 0;
  for (const token of tokensIn(text)) {
    found.push(...marksOf(text.slice(last, token.start)), token.text);
    last = token.end;
  }
  return found.concat(marksOf(text.slice(last)));
}

/** The folded words of a text, and its marks `?` and `!`, left to right. */
export const termsAndMarksIn = (text: string): string[] => withMarks(text, (gap) => gap.match(/[?!]/g) ?? []);

const separates = /[^\p{L}\p{N}\p{M}'’\s+#-]|\n/u;

/** The folded words of a text, with null where something other than spaces and hyphens separates two, and at the end. */
export const termsByClause = (text: string): (string | null)[] => [...withMarks(text, (gap) => (separates.test(gap) ? [null] : [])), null];

/** A word as written: what a dot, a hyphen, or an apostrophe joins is one, as in `monday.com`. */
export interface WrittenWord {
  text: string;
  lower: string;
  start: number;
  end: number;
  /** Text between the previous word and this one. */
  gap: string;
}

const joins = new Set(['', '.', '-', '&', '+', '’', "'"]);
const maxWritten = 6000;

export function writtenTermsIn(text: string): WrittenWord[] {
  const spans: { start: number; end: number }[] = [];
  for (const { start, end } of tokensIn(text)) {
    const last = spans.at(-1);
    if (last && joins.has(text.slice(last.end, start))) last.end = end;
    else if (spans.length === maxWritten) break;
    else spans.push({ start, end });
  }
  return spans.map(({ start, end }, at) => {
    const written = text.slice(start, end);
    return { text: written, lower: written.toLowerCase(), start, end, gap: text.slice(spans[at - 1]?.end ?? 0, start) };
  });
}
