interface Datable {
  id: string;
}

export type Row<T> = { kind: 'heading'; key: string; label: string } | { kind: 'item'; key: string; item: T };

export interface Grouping<T> {
  by: 'score' | 'day';
  score: (item: T) => number;
  at: (item: T) => string;
}

const bands = [
  { from: 85, label: 'Strong' },
  { from: 70, label: 'Leads' },
  { from: 50, label: 'Worth a look' },
  { from: 0, label: 'On topic' },
];
const day = 86_400_000;

function dayLabel(at: string, now: number): string {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const time = Date.parse(at);
  if (time >= midnight) return 'Today';
  if (time >= midnight - day) return 'Yesterday';
  return time >= midnight - 6 * day ? 'Last 7 days' : 'Earlier';
}

/** Adds a heading before each group. Keeps the given order; a group that reappears gets no second heading. */
export function groupRows<T extends Datable>(items: readonly T[], { by, score, at }: Grouping<T>, now: number): Row<T>[] {
  const labelOf = (item: T) =>
    by === 'score' ? (bands.find(({ from }) => score(item) >= from) ?? { label: '' }).label : dayLabel(at(item), now);
  const seen = new Set<string>();
  return items.flatMap((item): Row<T>[] => {
    const label = labelOf(item);
    const row = { kind: 'item' as const, key: item.id, item };
    if (seen.has(label)) return [row];
    seen.add(label);
    return [{ kind: 'heading', key: `heading ${label}`, label }, row];
  });
}
