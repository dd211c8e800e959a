export interface Span {
  field: 'title' | 'body';
  start: number;
  end: number;
}

const wordChar = /[\p{L}\p{N}]/u;
const longest = 320;
const isEdge = (char: string | undefined): boolean => char === undefined || !wordChar.test(char);
const ends = (text: string, at: number): boolean => {
  const char = text[at];
  return char === '\n' || char === '!' || char === '?' || (char === '.' && (text[at + 1] === undefined || /\s/.test(text[at + 1] ?? '')));
};

/** Finds one of the names as a whole word, ignoring case; null if there is none. */
function findName(text: string, names: readonly string[]): { at: number; length: number } | null {
  // Lowercasing some letters changes the length of the text, which would shift positions.
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return null;
  let found: { at: number; length: number } | null = null;
  for (const name of names) {
    const needle = name.toLowerCase();
    for (let at = lower.indexOf(needle); at !== -1; at = lower.indexOf(needle, at + 1)) {
      if (!isEdge(lower[at - 1]) || !isEdge(lower[at + needle.length])) continue;
      if (!found || at < found.at) found = { at, length: needle.length };
      break;
    }
  }
  return found;
}

function sentenceAround(text: string, at: number, length: number): { start: number; end: number } {
  let start = at;
  while (start > 0 && at - start < longest && !ends(text, start - 1)) start -= 1;
  let end = at + length;
  while (end < text.length && end - at < longest && !ends(text, end)) end += 1;
  const closing = end < text.length && text[end] !== '\n' ? 1 : 0;
  while (start < at && /\s/.test(text[start] ?? '')) start += 1;
  return { start, end: end + closing };
}

/** The first sentence with one of the names, title before body; the start of the text if only a variant spelling matched. */
export function sentenceWith(names: readonly string[], { title, body }: { title: string; body: string }): Span {
  for (const field of ['title', 'body'] as const) {
    const text = field === 'title' ? title : body;
    const found = findName(text, names);
    if (found) return { field, ...sentenceAround(text, found.at, found.length) };
  }
  return title === '' ? { field: 'body', start: 0, end: Math.min(body.length, longest) } : { field: 'title', start: 0, end: title.length };
}
