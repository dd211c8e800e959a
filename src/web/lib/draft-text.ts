import { useState } from 'react';
import { useUser } from './session.tsx';
import { unsaved } from './unsaved.ts';

/** A draft text, kept on this device until it is sent; then set it to an empty text. */
export function useDraftText(draftKey: string): [string, (text: string) => void] {
  const { id } = useUser();
  const [text, setText] = useState(() => unsaved.read(id, draftKey) ?? '');
  const change = (next: string) => {
    setText(next);
    unsaved.keep(id, draftKey, next);
  };
  return [text, change];
}
