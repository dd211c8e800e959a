import { useCallback, useRef, useState } from 'react';
import type { DismissReason } from '#shared/posts.ts';
import { toast, toastWithAction } from '#web/ui/toaster.tsx';
import { restoreItems } from './items.ts';
import { createUndoStack } from './undo-stack.ts';
import { sendTriage } from './triage.ts';
import { texts, type BulkAction } from './texts.ts';
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
}

export interface Triage<T> {
  act: (items: readonly T[], action: BulkAction, reason?: DismissReason) => void;
  /** Like `act`, but without a toast or undo: for changes the user didn't ask for. */
  actQuietly: (items: readonly T[], action: BulkAction) => void;
  undo: () => void;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Optimistic: updates the screen first, then the server, and rolls back if the server refuses. */
export function useTriage<T extends { id: string }>({ listing, noun, postIdsOf, apply, onLeave }: Options<T>): Triage<T> {
  const [steps] = useState(createUndoStack);
  const toastIds = useRef(new WeakMap<() => Promise<void>, string>());
  const { items, patch } = listing;

  const show = useCallback(
    (chosen: readonly T[], action: BulkAction, reason?: DismissReason) => {
      const before = items ?? [];
      const after = new Map(chosen.map((item) => [item.id, apply(item, action, reason)]));
      const leaving = new Set([...after].filter(([, item]) => item === null).map(([id]) => id));
      if (leaving.size > 0) onLeave(leaving);
      void patch((now) => now.flatMap((item) => (after.has(item.id) ? (after.get(item.id) ?? []) : [item])));
      return () => patch((now) => restoreItems(now, before, new Set(after.keys())));
    },
    [items, patch, apply, onLeave],
  );

  const undoStep = useCallback(async (back: () => Promise<void>) => {
    const toastId = toastIds.current.get(back);
    if (toastId !== undefined) toast.dismiss(toastId);
    try {
      await back();
      toast(texts.undone, { duration: 2000 });
    } catch (error) {
      toast.error(texts.failed(messageOf(error)));
    }
  }, []);

  const run = useCallback(
    async (chosen: readonly T[], action: BulkAction, reason?: DismissReason) => {
      const restore = show(chosen, action, reason);
      try {
        const back = await steps.take(sendTriage(chosen.flatMap(postIdsOf), action, reason), restore);
        if (!back) return;
        const label = texts.done(action, chosen.length, noun);
        toastIds.current.set(back, toastWithAction(label, { label: texts.undo, shortcut: 'u', onSelect: () => void undoStep(back) }));
      } catch (error) {
        toast.error(texts.failed(messageOf(error)));
      }
    },
    [show, steps, postIdsOf, noun, undoStep],
  );

  return {
    act: (chosen, action, reason) => void (chosen.length > 0 && run(chosen, action, reason)),
    actQuietly: (chosen, action) => {
      if (chosen.length === 0) return;
      const restore = show(chosen, action);
      sendTriage(chosen.flatMap(postIdsOf), action).catch(restore);
    },
    undo: () => {
      const back = steps.last();
      if (back) void undoStep(back);
      else toast(texts.nothingToUndo, { duration: 2000 });
    },
  };
}
