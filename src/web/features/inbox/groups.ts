import { possibleFrom, strongFrom } from '#web/ui/score.tsx';

interface Datable {
  id: string;
}

export type Row<T> =
  | { kind: 'heading'; key: string; label: string; count: number; isLast: boolean }
  | { kind: 'item'; key: string; item: T };

export interface Grouping<T> {
  /** `visit`: what is new since `since`, then by day. */
  by: 'score' | 'day' | 'visit';
  /** Milliseconds; the user's last visit. */
  since?: number | undefined;
  score: (item: T) => number;
  /** Null when unknown. */
  at: (item: T) => string | null;
}

const bands = [
  { from: strongFrom, label: 'Strong matches' },
  { from: possibleFrom, label: 'Possible matches' },
  { from: 0, label: 'Weak matches' },
];
const newLabel = 'New since your last visit';
const day = 86_400_000;

function dayLabel(at: string | null, now: number): string {
  if (at === null) return 'Date unknown';
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const time = Date.parse(at);
  if (time >= midnight) return 'Today';
  if (time >= midnight - day) return 'Yesterday';
  return time >= midnight - 6 * day ? 'Last 7 days' : 'Earlier';
}

/** New items come first, best first; the others keep their order. */
export function byVisit<T>(items: readonly T[], { since = Infinity, score, at }: Grouping<T>): T[] {
  const isNew = (item: T) => Date.parse(at(item) ?? '') > since;
  return [...items.filter(isNew).toSorted((a, b) => score(b) - score(a)), ...items.filter((item) => !isNew(item))];
}

/** Adds a heading before each group. Keeps the given order; a group that reappears gets no second heading. */
export function groupRows<T extends Datable>(items: readonly T[], grouping: Grouping<T>, now: number): Row<T>[] {
  const { by, since = Infinity, score, at } = grouping;
  const labelOf = (item: T) => {
    if (by === 'score') return (bands.find(({ from }) => score(item) >= from) ?? { label: '' }).label;
    return by === 'visit' && Date.parse(at(item) ?? '') > since ? newLabel : dayLabel(at(item), now);
  };
  const labels = items.map(labelOf);
  const counts = Map.groupBy(labels, (label) => label);
  const last = labels.at(-1);
  const seen = new Set<string>();
  return items.flatMap((item, index): Row<T>[] => {
    const label = labels[index] ?? '';
    const row = { kind: 'item' as const, key: item.id, item };
    if (seen.has(label)) return [row];
    seen.add(label);
    const heading = {
      kind: 'heading' as const,
      key: `heading ${label}`,
      label,
      count: counts.get(label)?.length ?? 0,
      isLast: label === last,
    };
    return [heading, row];
  });
}
