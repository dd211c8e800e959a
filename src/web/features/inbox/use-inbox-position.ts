import { useState } from 'react';
import { useUser } from '#web/lib/session.tsx';

interface Options {
  items: readonly { id: string }[];
  /** From the URL; null if nothing is open. */
  openId: string | null;
  isNarrow: boolean;
}

interface InboxPosition {
  /** The item in the reader; null on a small screen while the list is shown. */
  shownId: string | null;
  /** The row that keyboard commands apply to. */
  activeId: string | null;
  /** `isAsked`: the URL will follow. */
  moveTo: (id: string | null, isAsked: boolean) => void;
  /** The user's setting: an item that was dealt with gives way to the next one. */
  opensNext: boolean;
  /** Empties the reader and moves on to this row without opening it. */
  closeAt: (id: string | null) => void;
}

/** The position in the list. The URL follows a moment later, so that fast key presses don't lose a step. */
export function useInboxPosition({ items, openId, isNarrow }: Options): InboxPosition {
  const [cursor, setCursor] = useState(openId);
  /** Requested through the URL, but not reflected there yet. */
  const [pending, setPending] = useState<readonly string[]>([]);
  const [seen, setSeen] = useState(openId);
  const [isClosed, setClosed] = useState(false);
  const opensNext = useUser().settings.opensNext ?? true;
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
    opensNext,
    shownId,
    activeId: shownId ?? cursor,
    moveTo: (id, isAsked) => {
      if (id !== null && isAsked) {
        setPending((before) => [...before, id]);
        setClosed(false);
      }
      setCursor(id);
    },
    closeAt: (id) => {
      setClosed(true);
      setCursor(id);
    },
  };
}
