const endings = ['ations', 'ation', 'ings', 'ing', 'ers', 'er', 'ies', 'ied', 'ed', 'es', 's', 'e', 'y'];
const shortestStem = 4;

/**
 * The common beginning of a word's English forms, good enough to join "invoices" with "invoicing".
 * One ending is cut, and only where at least four letters stay; not a word for people to read.
 */
export function stem(word: string): string {
  const ending = endings.find((candidate) => word.endsWith(candidate) && word.length - candidate.length >= shortestStem);
  const base = ending ? word.slice(0, -ending.length) : word;
  return base.replace(/([^aeiouls])\1$/, '$1');
}
