import { useEffect, useEffectEvent } from 'react';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** `keys`: a key as browsers name it (`j`, `/`, `Escape`), prefixed with `mod+` for Ctrl or Cmd. */
export function matchesHotkey(event: Pressed, keys: string): boolean {
  const withMod = keys.startsWith('mod+');
  const key = withMod ? keys.slice('mod+'.length) : keys;
  if (event.altKey || (event.ctrlKey || event.metaKey) !== withMod) return false;
  return event.key.toLowerCase() === key.toLowerCase();
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Dialogs capture the keyboard. */
const isInDialog = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"], [data-pending]') !== null;

/** Runs `handler` on a key, except while the user types or a dialog is open (unless combined with `mod`). */
export function useHotkey(keys: string, handler: (event: KeyboardEvent) => void, enabled = true): void {
  const run = useEffectEvent(handler);
  useEffect(() => {
    if (!enabled) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !matchesHotkey(event, keys)) return;
      if (!keys.startsWith('mod+') && (isField(event.target) || isInDialog())) return;
      event.preventDefault();
      run(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [keys, enabled]);
}
