/** Replaces the product name in a sentence; tokens are lowercase, so none can equal it. */
export const namePlaceholder = 'X';

/** Replaces each of the names (lists of words) in a sentence with one placeholder. */
export function withPlaceholder(words: readonly string[], names: readonly (readonly string[])[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length;) {
    const name = names.find((parts) => parts.length > 0 && parts.every((part, index) => words[at + index] === part));
    found.push(name ? namePlaceholder : (words[at] ?? ''));
    at += name?.length ?? 1;
  }
  return found;
}

/** A phrase pattern: `|` separates alternatives, `*` stands for up to three words. */
export type PhrasePattern = readonly string[];
export const patternOf = (text: string): PhrasePattern => text.split(' ');

const maxBetween = 3;

function holdsAt(words: readonly string[], at: number, pattern: PhrasePattern): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return true;
  if (first === '*') return Array.from({ length: maxBetween + 1 }, (_, skipped) => at + skipped).some((from) => holdsAt(words, from, rest));
  const word = words[at];
  return word !== undefined && first.split('|').includes(word) && holdsAt(words, at + 1, rest);
}

export const holds = (words: readonly string[], patterns: readonly PhrasePattern[]): boolean =>
  patterns.some((pattern) => words.some((_, at) => holdsAt(words, at, pattern)));
