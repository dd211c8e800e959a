import { useEffect, useEffectEvent } from 'react';

export type Command =
  | 'next'
  | 'previous'
  | 'open'
  | 'lead'
  | 'dismiss'
  | 'archive'
  | 'followUp'
  | 'select'
  | 'reply'
  | 'undo'
  | 'goodMatch'
  | 'badMatch'
  | 'help'
  | 'close';

const byKey: Readonly<Record<string, Command>> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  Enter: 'open',
  l: 'lead',
  x: 'dismiss',
  e: 'archive',
  f: 'followUp',
  s: 'select',
  r: 'reply',
  u: 'undo',
  '+': 'goodMatch',
  '-': 'badMatch',
  '?': 'help',
  Escape: 'close',
};

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  defaultPrevented: boolean;
}

/** `text`: a field; `control`: a button or link with keys of its own; `float`: a menu or dialog is open. */
export type FocusContext = 'page' | 'control' | 'text' | 'float';

/** The command for a key press, or null if the key isn't the inbox's. */
export function findCommand(press: KeyPress, context: FocusContext): Command | null {
  if (press.defaultPrevented || press.ctrlKey || press.metaKey || press.altKey || context === 'float') return null;
  const command = byKey[press.key.length === 1 ? press.key.toLowerCase() : press.key] ?? null;
  if (context === 'text') return command === 'close' ? 'close' : null;
  if (context === 'control' && (command === 'open' || press.key.startsWith('Arrow'))) return null;
  return command;
}

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
    const command = findCommand(event, focusContextOf(document.activeElement));
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
