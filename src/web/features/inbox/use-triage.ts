import { useCallback } from 'react';
import type { DismissReason } from '#shared/posts.ts';
import { restoreItems } from './items.ts';
import { tally } from './session-tally.ts';
import { prepareTriage } from './triage.ts';
import { texts, type BulkAction } from './texts.ts';
import { recordStep, sendWhenReachable, undoLast } from './late-steps.ts';
import type { Listing } from './use-listing.ts';

interface Options<T> {
  listing: Listing<T>;
  /** Singular name of an item, such as "post". */
  noun: string;
  /** The ids of the posts an item represents. */
  postIdsOf: (item: T) => string[];
  /** The item after the action, or null if it leaves the list. */
  apply: (item: T, action: BulkAction, reason?: DismissReason) => T | null;
  /** Called before items leave the list, so that another one can be opened. */
  onLeave: (ids: ReadonlySet<string>) => void;
  /** Called when an undo brings items back. */
  onRestore: (ids: readonly string[]) => void;
}

export interface Triage<T> {
  act: (items: readonly T[], action: BulkAction, reason?: DismissReason) => void;
  /** Like `act`, but without a toast or undo: for changes the user didn't ask for. */
  actQuietly: (items: readonly T[], action: BulkAction) => void;
  undo: () => void;
}

/** Optimistic: updates the screen first, then the server, and rolls back if the server refuses. */
export function useTriage<T extends { id: string }>(options: Options<T>): Triage<T> {
  const { listing, noun, postIdsOf, apply, onLeave, onRestore } = options;
  const { items, patch } = listing;

  const show = useCallback(
    (chosen: readonly T[], action: BulkAction, reason?: DismissReason) => {
      const before = items ?? [];
      const after = new Map(chosen.map((item) => [item.id, apply(item, action, reason)]));
      const leaving = new Set([...after].filter(([, item]) => item === null).map(([id]) => id));
      if (leaving.size > 0) onLeave(leaving);
      void patch((now) => now.flatMap((item) => (after.has(item.id) ? (after.get(item.id) ?? []) : [item])));
      return async () => {
        await patch((now) => restoreItems(now, before, new Set(after.keys())));
        if (leaving.size > 0) onRestore([...leaving]);
      };
    },
    [items, patch, apply, onLeave, onRestore],
  );

  return {
    act: (chosen, action, reason) => {
      if (chosen.length === 0) return;
      const restoreList = show(chosen, action, reason);
      tally(action, chosen.length);
      const restore = async () => {
        tally(action, -chosen.length);
        await restoreList();
      };
      const label = texts.done(action, chosen.length, noun);
      const { send, undoEarly } = prepareTriage(chosen.flatMap(postIdsOf), action, reason);
      void recordStep({ sent: sendWhenReachable(send), restore, undoEarly, label });
    },
    actQuietly: (chosen, action) => {
      if (chosen.length === 0) return;
      const restore = show(chosen, action);
      prepareTriage(chosen.flatMap(postIdsOf), action).send().catch(restore);
    },
    undo: () => void undoLast(),
  };
}
