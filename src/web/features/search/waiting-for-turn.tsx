import { useEffect, useEffectEvent, useState } from 'react';
import { Note } from '#web/ui/note.tsx';
import { texts } from './texts.ts';

interface WaitingForTurnProps {
  /** Until the next search is possible. */
  seconds: number;
  onTurn: () => void;
}

/** Says when the next search is possible, and then searches by itself. */
export function WaitingForTurn({ seconds, onTurn }: WaitingForTurnProps) {
  const [at] = useState(() => Date.now() + seconds * 1000);
  const search = useEffectEvent(onTurn);
  useEffect(() => {
    const timer = setTimeout(() => search(), at - Date.now());
    return () => clearTimeout(timer);
  }, [at]);
  const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' }).format(at);
  return (
    <output>
      <Note>
        {texts.waiting} {texts.searchesAt(time)}
      </Note>
    </output>
  );
}
