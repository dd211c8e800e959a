/** One word of a sentence as it is compared: lower case, without apostrophes. `X` is the name that is read about. */
export const nameStream = 'X';

const letter = /[\p{L}\p{N}]/u;

/** Words and the marks `?`, `!`, `/s`, left to right; linear in the text. */
export function tokensOf(text: string): string[] {
  const words: string[] = [];
  let word = '';
  const end = (): void => {
    if (word !== '') words.push(word);
    word = '';
  };
  for (const char of text.toLowerCase()) {
    if (letter.test(char)) word += char;
    else if (char !== "'" && char !== '’') {
      end();
      if (char === '?' || char === '!') words.push(char);
    }
  }
  end();
  return words;
}

/** The words of a sentence with each of these names made one `X`. Names are given as their words. */
export function withNameStream(words: readonly string[], names: readonly (readonly string[])[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length;) {
    const name = names.find((parts) => parts.length > 0 && parts.every((part, index) => words[at + index] === part));
    found.push(name ? nameStream : (words[at] ?? ''));
    at += name?.length ?? 1;
  }
  return found;
}

/** A turn of phrase: alternatives by `|`, `*` for up to three words of any kind. */
export type Turn = readonly string[];
export const turnOf = (text: string): Turn => text.split(' ');

const maxBetween = 3;

function holdsAt(words: readonly string[], at: number, turn: Turn): boolean {
  const [first, ...rest] = turn;
  if (first === undefined) return true;
  if (first === '*') return Array.from({ length: maxBetween + 1 }, (_, skipped) => at + skipped).some((from) => holdsAt(words, from, rest));
  const word = words[at];
  return word !== undefined && first.split('|').includes(word) && holdsAt(words, at + 1, rest);
}

export const holds = (words: readonly string[], turns: readonly Turn[]): boolean =>
  turns.some((turn) => words.some((_, at) => holdsAt(words, at, turn)));
