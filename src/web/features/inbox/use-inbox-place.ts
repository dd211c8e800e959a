import { useState } from 'react';

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
  /** `isAsked`: the address will follow. */
  moveTo: (id: string | null, isAsked: boolean) => void;
}

/** Where in the list somebody is. The address follows a little later, so that keys pressed fast do not lose a step. */
export function useInboxPlace({ items, openId, isNarrow }: Options): InboxPlace {
  const [cursor, setCursor] = useState(openId);
  /** Asked of the address and not yet arrived there. */
  const [pending, setPending] = useState<readonly string[]>([]);
  const [seen, setSeen] = useState(openId);
  if (openId !== seen) {
    setSeen(openId);
    const asked = openId === null ? -1 : pending.indexOf(openId);
    setPending(pending.slice(asked + 1));
    // What we asked for is no news when it arrives; anything else is a link or the way back.
    if (openId !== null && asked < 0) setCursor(openId);
  }

  const isThere = cursor !== null && (cursor === openId || items.some(({ id }) => id === cursor));
  const current = isThere ? cursor : openId;
  // On a large screen something always stands in the reader: what was opened, else what stood there before, else the best.
  const shownId = isNarrow ? (openId === null ? null : current) : (current ?? items[0]?.id ?? null);
  // From now on it stays, also when something better arrives above it.
  if (!isNarrow && shownId !== null && shownId !== cursor) setCursor(shownId);

  return {
    shownId,
    activeId: shownId ?? cursor,
    moveTo: (id, isAsked) => {
      if (id !== null && isAsked) setPending((before) => [...before, id]);
      setCursor(id);
    },
  };
}
