import { useState } from 'react';
import { rangeOf } from './items.ts';

interface Identified {
  id: string;
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
