import { useMemo } from 'react';
import { byVisit, rankNew, type Grouping, type Ranks } from './groups.ts';

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
