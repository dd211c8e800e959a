interface Datable {
  id: string;
}

export type Row<T> = { kind: 'heading'; key: string; words: string } | { kind: 'item'; key: string; item: T };

export interface Grouping<T> {
  by: 'score' | 'day';
  score: (item: T) => number;
  at: (item: T) => string;
}

const bands = [
  { from: 85, words: 'Strong' },
  { from: 70, words: 'Leads' },
  { from: 50, words: 'Worth a look' },
  { from: 0, words: 'On the subject' },
];
const day = 86_400_000;

function dayWords(at: string, now: number): string {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const time = Date.parse(at);
  if (time >= midnight) return 'Today';
  if (time >= midnight - day) return 'Yesterday';
  return time >= midnight - 6 * day ? 'Last 7 days' : 'Earlier';
}

/** The list with a heading before each group. Items are taken in the order given; a group that returns gets no second heading. */
export function groupRows<T extends Datable>(items: readonly T[], { by, score, at }: Grouping<T>, now: number): Row<T>[] {
  const wordsOf = (item: T) =>
    by === 'score' ? (bands.find(({ from }) => score(item) >= from) ?? { words: '' }).words : dayWords(at(item), now);
  const seen = new Set<string>();
  return items.flatMap((item): Row<T>[] => {
    const words = wordsOf(item);
    const row = { kind: 'item' as const, key: item.id, item };
    if (seen.has(words)) return [row];
    seen.add(words);
    return [{ kind: 'heading', key: `heading ${words}`, words }, row];
  });
}
