import { useLayoutEffect, useState } from 'react';
import { createSignal } from './cell.ts';
import { draftOwner, useUser } from './session.tsx';
import { unsaved } from './unsaved.ts';

const changed = createSignal<{ name: string; text: string }>();

type Change = string | ((now: string) => string);

/** A draft text, kept on this device until it is sent; then set it to an empty text. The same wherever it is shown. */
export function useDraftText(draftKey: string): [string, (next: Change) => void] {
  const owner = draftOwner(useUser());
  const name = `${owner} ${draftKey}`;
  const [text, setText] = useState(() => unsaved.read(owner, draftKey) ?? '');
  // Before the layout effects of what is around it, which may fill it.
  useLayoutEffect(() => changed.listen((draft) => (draft.name === name ? setText(draft.text) : undefined)), [name]);
  const change = (next: Change) => {
    const after = typeof next === 'string' ? next : next(unsaved.read(owner, draftKey) ?? '');
    unsaved.keep(owner, draftKey, after);
    changed.send({ name, text: after });
  };
  return [text, change];
}

/** The draft after a text was sent: what was typed meanwhile stays. */
export const withoutSent = (draft: string, sent: string): string => (draft === sent ? '' : draft);

/** The draft with a text that comes back, above what was typed since. */
export const withReturned = (draft: string, text: string): string =>
  draft.trim() === '' ? text : draft.includes(text) ? draft : `${text}\n\n${draft}`;
