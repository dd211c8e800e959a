import { useDeferredValue, useState } from 'react';
import { flushSync } from 'react-dom';
import { useUser } from '#web/lib/session.tsx';
import { neighborOf, successorOf } from './items.ts';
import { rowMark } from '#web/features/keys/keys.tsx';

interface Options<T> {
  items: readonly T[];
  isNarrow: boolean;
  /** From the URL; null if nothing is open. */
  openId: string | null;
  onOpen: (id: string, options: { replace: boolean }) => void;
  onClose: () => void;
}

export interface Position {
  /** The item in the reader; null on a small screen while the list is shown. */
  shownId: string | null;
  /** The row that keyboard commands apply to. */
  activeId: string | null;
  open: (id: string, options: { replace: boolean }) => void;
  step: (by: 1 | -1) => void;
  /** These items are about to leave the list: moves on to the next one, or closes the reader. */
  leave: (gone: ReadonlySet<string>) => void;
  /** The active item was dealt with, but stays in the list: opens the next one if the user wants that. */
  moveOn: () => void;
  /** These items are back in the list. */
  returnTo: (ids: readonly string[]) => void;
}

function focusRow(id: string): void {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    // A key pressed before the row rendered may have moved the focus, for example to the reply box: leave it there.
    const hasLedOn = document.activeElement !== before && document.activeElement !== document.body;
    if (!hasLedOn) document.querySelector<HTMLElement>(`[${rowMark}="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
  });
}

/** The position in the list. The URL follows a moment later, so that fast key presses don't lose a step. */
export function useInboxPosition<T extends { id: string }>(options: Options<T>): Position {
  const { items, isNarrow, openId, onOpen, onClose } = options;
  const { shownId, activeId, moveTo, closeAt } = useCursor(options);
  /** The user's setting: an item that was dealt with gives way to the next one. */
  const opensNext = useUser().settings.opensNext ?? true;
  const open: Position['open'] = (id, how) => {
    moveTo(id, true);
    onOpen(id, how);
  };
  const step: Position['step'] = (by) => {
    const next = neighborOf(items, activeId, by);
    if (!next) return;
    if (shownId !== null) open(next.id, { replace: true });
    else moveTo(next.id, false);
    if (!isNarrow || openId === null) focusRow(next.id);
  };
  return {
    shownId,
    activeId,
    open,
    step,
    leave: (gone) => {
      const next = successorOf(items, activeId, gone)?.id ?? null;
      const isOpenGone = openId !== null && gone.has(openId);
      const goesOn = next !== null && opensNext;
      if (isOpenGone && !goesOn) onClose();
      if (shownId !== null && gone.has(shownId) && !opensNext) closeAt(next);
      else if (isOpenGone && goesOn) open(next, { replace: true });
      else moveTo(next, false);
      if (next !== null) focusRow(next);
    },
    moveOn: () => (opensNext ? step(1) : undefined),
    returnTo: ([id]) => {
      if (id === undefined) return;
      if (isNarrow) moveTo(id, false);
      else open(id, { replace: true });
      focusRow(id);
    },
  };
}

function useCursor({ items, openId, isNarrow }: Pick<Options<{ id: string }>, 'items' | 'openId' | 'isNarrow'>) {
  const [cursor, setCursor] = useState(openId);
  /** Requested through the URL, but not reflected there yet. */
  const [pending, setPending] = useState<readonly string[]>([]);
  const [seen, setSeen] = useState(openId);
  const [isClosed, setClosed] = useState(false);
  if (openId !== seen) {
    setSeen(openId);
    const asked = openId === null ? -1 : pending.indexOf(openId);
    setPending(pending.slice(asked + 1));
    // Our own navigation needs no update when it arrives; anything else is a followed link or Back.
    if (openId !== null && asked < 0) setCursor(openId);
    if (openId !== null) setClosed(false);
  }

  const isThere = cursor !== null && (cursor === openId || items.some(({ id }) => id === cursor));
  const current = isThere ? cursor : openId;
  // On large screens the reader is empty only where the user wants no next one: the opened item, else the previous one, else the first.
  const shownOf = (): string | null => {
    if (isClosed) return null;
    return isNarrow ? (openId === null ? null : current) : (current ?? items[0]?.id ?? null);
  };
  const shownId = shownOf();
  // Stays open even if a better item arrives above it.
  if (!isNarrow && shownId !== null && shownId !== cursor) setCursor(shownId);

  return {
    shownId,
    activeId: shownId ?? cursor,
    /** `isAsked`: the URL will follow. */
    moveTo: (id: string | null, isAsked: boolean) => {
      if (id !== null && isAsked) {
        setPending((before) => [...before, id]);
        setClosed(false);
      }
      setCursor(id);
    },
    /** Empties the reader and moves on to this row without opening it. */
    closeAt: (id: string | null) => {
      setClosed(true);
      setCursor(id);
    },
  };
}

/** Moving from row to row, the row comes first: the reader follows once no key is waiting. */
export function useFollowing(shownId: string | null, isNarrow: boolean) {
  const readId = useDeferredValue(shownId);
  const [isStepping, setStepping] = useState(false);
  const isBehind = isStepping && !isNarrow && shownId !== null && readId !== shownId;
  /** What a key asks of the reader is meant for the row. */
  const catchUp = () => (isBehind ? flushSync(() => setStepping(false)) : undefined);
  return { isBehind, catchUp, setStepping };
}
