import { useEffect, useRef, useState } from 'react';

interface Options {
  items: readonly { id: string }[];
  /** From the address. */
  openId: string | null;
  isNarrow: boolean;
}

interface InboxPlace {
  /** In the reader; on a small screen null while the list is in front. */
  shownId: string | null;
  /** Where the keyboard is. */
  activeId: string | null;
  moveTo: (id: string | null) => void;
}

/** Where in the list somebody is. The address follows a little later, so that keys pressed fast do not lose a step. */
export function useInboxPlace({ items, openId, isNarrow }: Options): InboxPlace {
  const [cursor, setCursor] = useState(openId);
  const ours = useRef(new Set<string>());

  useEffect(() => {
    if (openId === null) return;
    // What we asked for arrives late and is no news; anything else is a link or the way back.
    if (!ours.current.has(openId)) setCursor(openId);
    if (openId === cursor) ours.current.clear();
  }, [openId, cursor]);

  const isThere = cursor !== null && (cursor === openId || items.some(({ id }) => id === cursor));
  const current = isThere ? cursor : openId;
  // On a large screen something always stands in the reader: what was opened, else what stood there before, else the best.
  const shownId = isNarrow ? (openId === null ? null : current) : (current ?? items[0]?.id ?? null);
  // From now on it stays, also when something better arrives above it.
  if (!isNarrow && shownId !== null && shownId !== cursor) setCursor(shownId);

  return {
    shownId,
    activeId: shownId ?? cursor,
    moveTo: (id) => {
      if (id !== null) ours.current.add(id);
      setCursor(id);
    },
  };
}
