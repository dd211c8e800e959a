import type { ReactNode } from 'react';
import { messageOf, ApiError } from '#web/lib/api-error.ts';
import { toast, toastWithAction } from '#web/ui/toaster.tsx';
import { texts } from '../texts.ts';

/** No response at all, or one of a proxy whose server is gone. Any other failure is the server's answer. */
const unreachable: ReadonlySet<number> = new Set([0, 502, 504]);
const isUnreachable = (error: unknown): boolean => error instanceof ApiError && unreachable.has(error.status);

interface UnsentDeps {
  retryMs: number;
  /** Called with how many changes wait, after each attempt; 0 once all are sent. */
  onWaiting: (count: number) => void;
}

export interface Unsent {
  /** Sends a change that is already on screen. If the server can't be reached, tries again until it responds. */
  send: <T>(request: () => Promise<T>) => Promise<T>;
  /** The same for a removal. If an earlier response was lost, it is gone already. */
  remove: (request: () => Promise<unknown>) => Promise<void>;
  tryNow: () => void;
}

/** Changes that the server has not received yet. They are sent in order, one at a time. */
export function createUnsent({ retryMs, onWaiting }: UnsentDeps): Unsent {
  /** Each resolves to whether the server responded. */
  const queue: (() => Promise<boolean>)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;

  const sendAll = async () => {
    clearTimeout(timer);
    timer = undefined;
    if (isSending) return;
    isSending = true;
    while (queue[0] && (await queue[0]())) queue.shift();
    isSending = false;
    onWaiting(queue.length);
    if (queue.length > 0) timer ??= setTimeout(() => void sendAll(), retryMs);
  };

  const enqueue = <T>(request: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      queue.push(async () => {
        try {
          resolve(await request());
        } catch (error) {
          if (isUnreachable(error)) return false;
          reject(error);
        }
        return true;
      });
      onWaiting(queue.length);
      timer ??= setTimeout(() => void sendAll(), retryMs);
    });

  const send: Unsent['send'] = async (request) => {
    // After the changes that wait: the last one wins.
    if (queue.length > 0) return enqueue(request);
    try {
      return await request();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      return enqueue(request);
    }
  };

  return {
    send,
    async remove(request) {
      let attempts = 0;
      await send(async () => {
        attempts += 1;
        try {
          await request();
        } catch (error) {
          if (attempts === 1 || !(error instanceof ApiError) || error.status !== 404) throw error;
        }
      });
    },
    tryNow: () => void sendAll(),
  };
}

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

const waitingToast = 'unsent';
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

function showWaiting(count: number): void {
  if (count === 0) {
    toast.dismiss(waitingToast);
    removeEventListener('beforeunload', askBeforeLeaving);
    return;
  }
  addEventListener('beforeunload', askBeforeLeaving);
  const tryNow = { label: texts.tryNow, onSelect: unsent.tryNow };
  toastWithAction(texts.unsent(count), tryNow, { id: waitingToast, duration: Number.POSITIVE_INFINITY });
}

const unsent = createUnsent({ retryMs: 3000, onWaiting: showWaiting });
/** For changes that are on screen already: they stay there until the server has responded. */
export const { send: sendWhenReachable, remove: removeWhenReachable } = unsent;

export interface Step {
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
