export interface Token {
  text: string;
  lower: string;
  start: number;
  end: number;
  /** Text between the previous token and this one. */
  gap: string;
}

const inWord = /[\p{L}\p{N}]/u;
const joins = new Set(['.', '-', '&', '+', '’', "'"]);
const maxTokens = 6000;

/** Words with their positions, in linear time. A dot between letters is part of the word, as in `monday.com`. */
export function tokensIn(text: string): Token[] {
  const words: Token[] = [];
  let from = -1;
  let last = 0;
  const end = (at: number): void => {
    if (from === -1) return;
    const word = text.slice(from, at);
    words.push({ text: word, lower: word.toLowerCase(), start: from, end: at, gap: text.slice(last, from) });
    last = at;
    from = -1;
  };
  for (let at = 0; at < text.length && words.length < maxTokens; at += 1) {
    const char = text[at] ?? '';
    const isInside = inWord.test(char) || (from !== -1 && joins.has(char) && inWord.test(text[at + 1] ?? ''));
    if (isInside && from === -1) from = at;
    if (!isInside) end(at);
  }
  end(text.length);
  return words;
}
