import type { ReactNode } from 'react';
import { messageOf } from '#web/lib/failure.ts';
import type { Change } from '#web/lib/kept-store.ts';
import { toast, toastWithAction } from '#web/ui/toaster.tsx';
import type { Unsent } from './unsent.ts';
import { texts } from '../texts.ts';

interface UndoStack {
  /**
   * Records a step as soon as it is `sent`, so it can be undone before the server responds.
   * Resolves to its revert function, or to null if it was undone meanwhile. If the server refuses, restores the items and
   * rejects. `undoEarly` undoes it without the response, because the page may be left before that arrives.
   */
  take: (sent: Promise<Revert>, restore: Revert, undoEarly?: Revert) => Promise<Revert | null>;
  /** Undoes the newest step. */
  last: () => Revert | undefined;
  /** It can no longer be undone. */
  forget: (step: Revert) => void;
}

/** Steps that can be undone, newest last. */
export function createUndoStack(): UndoStack {
  let steps: Revert[] = [];
  const forget = (step: Revert) => {
    steps = steps.filter((other) => other !== step);
  };
  return {
    async take(sent, restore, undoEarly) {
      let early = undoEarly;
      const back = async () => {
        forget(back);
        // At once, because the page may be left now.
        const reverted = early ? Promise.all([sent, early()]) : sent.then((revert) => revert());
        await Promise.all([restore(), reverted]);
      };
      steps.push(back);
      try {
        await sent;
        early = undefined;
        return steps.includes(back) ? back : null;
      } catch (error) {
        // If undone meanwhile, the undo reports the refusal.
        if (!steps.includes(back)) return null;
        forget(back);
        await restore();
        throw error;
      }
    },
    last: () => steps.at(-1),
    forget,
  };
}

type Revert = () => Promise<void>;

/** One stack for every page: `u` undoes the newest step wherever it was made. */
const stack = createUndoStack();
const toastIds = new WeakMap<Revert, string>();

async function undoStep(revert: Revert): Promise<void> {
  const toastId = toastIds.get(revert);
  if (toastId !== undefined) toast.dismiss(toastId);
  try {
    await revert();
    toast(texts.undone);
  } catch (error) {
    toast.error(texts.failed(messageOf(error)));
  }
}

export function undoLast(): void {
  const revert = stack.last();
  if (revert) void undoStep(revert);
  else toast(texts.nothingToUndo);
}

let unsent: Unsent | undefined;

/** For changes that are on screen already: they stay there until the server has responded. `change`: what is kept of one that waits. */
export async function sendWhenReachable<T>(request: () => Promise<T>, change?: Change): Promise<T> {
  if (unsent) return unsent.send(request, change);
  try {
    return await request();
  } catch (error) {
    unsent = (await import('./unsent.ts').catch(() => undefined))?.unsent;
    if (!unsent) throw error;
    return unsent.sendAgain(error, request, change);
  }
}

/** It was undone before the server got it: it isn't kept for later. */
export const forgetUnsent = (change: Change): void => unsent?.forget(change);

interface Step {
  /** Resolves to the function that reverts it on the server. */
  sent: Promise<Revert>;
  /** Restores the screen. */
  restore?: Revert;
  /** Reverts it on the server before the response. */
  undoEarly?: Revert | undefined;
  /** Shown in a toast with Undo, such as "Archived 3 posts". */
  label: ReactNode;
  /** How long it can be undone, and its toast is shown. */
  lastsMs?: number;
}

/** Reports a step and makes it undoable. Resolves to whether the server accepted it. */
export async function recordStep({ sent, restore = () => Promise.resolve(), undoEarly, label, lastsMs }: Step): Promise<boolean> {
  try {
    const revert = await stack.take(sent, restore, undoEarly);
    if (!revert) return true;
    const undo = { label: texts.undo, shortcut: 'u', onSelect: () => void undoStep(revert) };
    toastIds.set(revert, toastWithAction(label, undo, lastsMs === undefined ? {} : { duration: lastsMs }));
    if (lastsMs !== undefined) setTimeout(() => stack.forget(revert), lastsMs);
    return true;
  } catch (error) {
    toast.error(texts.failed(messageOf(error)));
    return false;
  }
}
