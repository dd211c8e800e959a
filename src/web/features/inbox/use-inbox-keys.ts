import { useEffect, useEffectEvent } from 'react';
import { findCommand, type Command, type FocusContext } from './keys.ts';

/** A row is a link, but keys pressed on it are the list's shortcuts. */
export const rowMark = 'data-inbox-row';

function focusContextOf(target: EventTarget | null): FocusContext {
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [data-pending]')) return 'float';
  if (!(target instanceof Element)) return 'page';
  if (target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true]')) return 'text';
  if (target.closest(`[${rowMark}]`)) return 'page';
  return target.closest('a, button, summary, input, [role="tab"], [role="slider"]') ? 'control' : 'page';
}

/** Keys without a handler are left to the browser. */
export function useInboxKeys(handlers: Partial<Record<Command, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return;
    const command = findCommand(event, focusContextOf(event.target));
    const handler = command ? handlers[command] : undefined;
    if (!handler) return;
    event.preventDefault();
    handler();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
