import { useState } from 'react';
import { Button } from './button.tsx';

const texts = { newer: 'Newer', older: 'Older', pages: 'Pages' };

/** Page position in a cursor-paged list. Call `reset` when the filters change. */
export function usePager() {
  const [cursors, setCursors] = useState<string[]>([]);
  return {
    cursor: cursors.at(-1),
    isFirst: cursors.length === 0,
    older: (cursor: string) => setCursors([...cursors, cursor]),
    newer: () => setCursors(cursors.slice(0, -1)),
    reset: () => setCursors([]),
  };
}

interface PagerProps {
  pager: ReturnType<typeof usePager>;
  nextCursor: string | null;
}

export function Pager({ pager, nextCursor }: PagerProps) {
  if (pager.isFirst && nextCursor === null) return null;
  return (
    <nav aria-label={texts.pages} className="mt-4 flex justify-end gap-2">
      <Button variant="outline" disabled={pager.isFirst} onClick={pager.newer}>
        {texts.newer}
      </Button>
      <Button variant="outline" disabled={nextCursor === null} onClick={() => nextCursor !== null && pager.older(nextCursor)}>
        {texts.older}
      </Button>
    </nav>
  );
}
