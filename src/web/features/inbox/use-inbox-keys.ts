import { useEffect, useEffectEvent, useState } from 'react';
import { createEarlyKeys } from './early-keys.ts';
import { findCommand, type Command, type FocusContext, type KeyPress } from './keys.ts';

/** A row is a link, but keys pressed on it are the list's shortcuts. */
export const rowMark = 'data-inbox-row';

function focusContextOf(target: EventTarget | null): FocusContext {
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [data-pending]')) return 'float';
  if (!(target instanceof Element)) return 'page';
  if (target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true]')) return 'text';
  if (target.closest(`[${rowMark}]`)) return 'page';
  return target.closest('a, button, summary, input, [role="tab"], [role="slider"]') ? 'control' : 'page';
}

/** Keys without a handler are left to the browser. `isEarly`: what the command needs is still loading. */
export function useInboxKeys(handlers: Partial<Record<Command, () => void>>, isEarly: (command: Command) => boolean = () => false): void {
  const commandOf = (event: KeyPress) => findCommand(event, focusContextOf(document.activeElement));
  const isWaiting = useEffectEvent((press: KeyPress) => {
    const command = commandOf(press);
    return command !== null && isEarly(command);
  });
  const [early] = useState(() => createEarlyKeys((press) => isWaiting(press)));
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return;
    const command = commandOf(event);
    if (command === 'close') early.clear();
    else if (event.isTrusted && early.take(event)) return event.preventDefault();
    const handler = command ? handlers[command] : undefined;
    if (!handler) return;
    event.preventDefault();
    handler();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
      early.clear();
    };
  }, [early]);
}
