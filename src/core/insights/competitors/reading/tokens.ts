/** Stands for the name that a sentence is read for; other words are lower case, so that no word is equal to it. */
export const namePlaceholder = 'X';

/** The words of a sentence with each of these names made one `X`. Names are given as their words. */
export function withPlaceholder(words: readonly string[], names: readonly (readonly string[])[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length;) {
    const name = names.find((parts) => parts.length > 0 && parts.every((part, index) => words[at + index] === part));
    found.push(name ? namePlaceholder : (words[at] ?? ''));
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
