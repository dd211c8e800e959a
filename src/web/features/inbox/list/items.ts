import { useState } from 'react';

/** Items that a list loads at once. */
export const pageSize = 50;

interface Identified {
  id: string;
}

/** The item before or after `id`, stopping at both ends; the first one if nothing is open. */
export function neighborOf<T extends Identified>(items: readonly T[], id: string | null, step: 1 | -1): T | undefined {
  const at = items.findIndex((item) => item.id === id);
  if (at < 0) return items[0];
  return items[Math.min(items.length - 1, Math.max(0, at + step))];
}

/** The item to open when `gone` leave the list: the next one that stays, else the previous one. */
export function successorOf<T extends Identified>(items: readonly T[], id: string | null, gone: ReadonlySet<string>): T | undefined {
  const at = items.findIndex((item) => item.id === id);
  if (at < 0 || !id || !gone.has(id)) return items[at];
  const stays = (item: T) => !gone.has(item.id);
  return items.slice(at + 1).find(stays) ?? items.slice(0, at).findLast(stays);
}

/** Restores the items of an undone action, each after its former predecessor. Newer items stay. */
export function restoreItems<T extends Identified>(now: readonly T[], before: readonly T[], ids: ReadonlySet<string>): T[] {
  const result = now.map((item) => (ids.has(item.id) ? (before.find(({ id }) => id === item.id) ?? item) : item));
  before.forEach((item, index) => {
    if (!ids.has(item.id) || result.some(({ id }) => id === item.id)) return;
    const earlier = before.slice(0, index).findLast(({ id }) => result.some((shown) => shown.id === id));
    const at = earlier ? result.findIndex(({ id }) => id === earlier.id) + 1 : 0;
    result.splice(at, 0, item);
  });
  return result;
}

/** All ids between two rows, inclusive, in either direction. */
export function rangeOf(items: readonly Identified[], from: string, to: string): string[] {
  const ends = [items.findIndex(({ id }) => id === from), items.findIndex(({ id }) => id === to)];
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  return first < 0 ? [to] : items.slice(first, last + 1).map(({ id }) => id);
}

export interface Selection<T> {
  ids: ReadonlySet<string>;
  chosen: T[];
  toggle: (id: string, range?: boolean) => void;
  selectAll: () => void;
  clear: () => void;
}

/** Items that have left the list are no longer selected. */
export function useSelection<T extends Identified>(items: readonly T[]): Selection<T> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string | null>(null);
  const chosen = items.filter(({ id }) => ids.has(id));
  return {
    ids,
    chosen,
    toggle: (id, range = false) => {
      setAnchor(id);
      setIds((before) => {
        if (range && anchor !== null) return new Set([...before, ...rangeOf(items, anchor, id)]);
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      });
    },
    selectAll: () => setIds(new Set(items.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}
