import { possibleFrom, strongFrom } from '#web/ui/score.tsx';
import { useMemo } from 'react';
import { t } from '#web/lib/language.ts';

interface Datable {
  id: string;
}

export type Row<T> =
  | { kind: 'heading'; key: string; label: string; count: number; isLast: boolean }
  | { kind: 'item'; key: string; item: T };

export interface Grouping<T> {
  /** `visit`: what is new since `since`, then by day. A function names an item's group. */
  by: 'score' | 'day' | 'visit' | ((item: T) => string);
  /** Milliseconds; the user's last visit. */
  since?: number | undefined;
  score: (item: T) => number;
  /** Null when unknown. */
  at: (item: T) => string | null;
}

const bands = [
  { from: strongFrom, label: t('Strong matches') },
  { from: possibleFrom, label: t('Possible matches') },
  { from: 0, label: t('Weak matches') },
];
const newLabel = t('New since your last visit');
const day = 86_400_000;

function dayLabel(at: string | null, now: number): string {
  if (at === null) return t('Date unknown');
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const time = Date.parse(at);
  if (time >= midnight) return t('Today');
  if (time >= midnight - day) return t('Yesterday');
  return time >= midnight - 6 * day ? t('Last 7 days') : t('Earlier');
}

const isNew = <T>({ since = Infinity, at }: Grouping<T>, item: T): boolean => Date.parse(at(item) ?? '') > since;

export type Ranks = ReadonlyMap<string, number>;

/**
 * Ranks new items in the server's order. Items that already have a rank keep it, so that no row changes places when a page
 * loads or the list is refreshed: what arrived among them goes above them all, what follows the last of them goes below.
 */
export function rankNew<T extends Datable>(items: readonly T[], grouping: Grouping<T>, known: Ranks): Ranks {
  const ids = items.filter((item) => isNew(grouping, item)).map(({ id }) => id);
  const added = ids.filter((id) => !known.has(id));
  if (added.length === 0) return known;
  const lastKnown = ids.findLastIndex((id) => known.has(id));
  const above = added.filter((id) => ids.indexOf(id) < lastKnown);
  const below = added.slice(above.length);
  const first = Math.min(0, ...known.values()) - above.length;
  const last = Math.max(-1, ...known.values());
  return new Map([
    ...known,
    ...above.map((id, index): [string, number] => [id, first + index]),
    ...below.map((id, index): [string, number] => [id, last + 1 + index]),
  ]);
}

/** New items come first, in the order of their ranks; the others keep their order. */
export function byVisit<T extends Datable>(items: readonly T[], grouping: Grouping<T>, ranks: Ranks): T[] {
  const rankOf = ({ id }: T) => ranks.get(id) ?? 0;
  const added = items.filter((item) => isNew(grouping, item)).toSorted((a, b) => rankOf(a) - rankOf(b));
  return [...added, ...items.filter((item) => !isNew(grouping, item))];
}

/** Adds a heading before each group. Keeps the given order; a group that reappears gets no second heading. */
export function groupRows<T extends Datable>(items: readonly T[], grouping: Grouping<T>, now: number): Row<T>[] {
  const { by, score, at } = grouping;
  const labelOf = (item: T) => {
    if (typeof by === 'function') return by(item);
    if (by === 'score') return (bands.find(({ from }) => score(item) >= from) ?? { label: '' }).label;
    return by === 'visit' && isNew(grouping, item) ? newLabel : dayLabel(at(item), now);
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

/** The order in which new items were shown, by list: also for a user who comes back to it. */
const shownRanks = new Map<string, Ranks>();

/** Items grouped by visit stay in the order in which they were first shown. */
export function useShownOrder<T extends { id: string }>(items: T[] | undefined, grouping: Grouping<T>, query: object): T[] | undefined {
  const list = JSON.stringify([query, grouping.since]);
  return useMemo(() => {
    if (!items || grouping.by !== 'visit') return items;
    const ranks = rankNew(items, grouping, shownRanks.get(list) ?? new Map());
    shownRanks.set(list, ranks);
    return byVisit(items, grouping, ranks);
  }, [items, grouping, list]);
}
