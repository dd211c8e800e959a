import { useCallback, useLayoutEffect, useRef } from 'react';

/** What had the focus when a dialog opened. A menu item disappears with its menu, so the menu's button stands in for it. */
function currentOpener(): HTMLElement | null {
  const active = document.activeElement;
  const menuButton = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menuButton ? document.getElementById(menuButton) : active;
  return opener instanceof HTMLElement ? opener : null;
}

/** Remembers what had the focus. Render it first in a dialog: after a field with autofocus it would be too late. */
export function Opener({ onOpen }: { onOpen: () => void }) {
  useLayoutEffect(onOpen, [onOpen]);
  return null;
}

/** For a dialog's content. Radix returns the focus to its own trigger only; our dialogs are mostly opened by state. */
export function useFocusReturn() {
  const opener = useRef<HTMLElement | null>(null);
  // Comes a moment after the dialog is gone: by then a key may have opened the next one, which keeps the focus.
  const onCloseAutoFocus = (event: Event) => {
    const isTaken = document.activeElement !== null && document.activeElement !== document.body;
    if (!isTaken && !opener.current?.isConnected) return;
    event.preventDefault();
    if (!isTaken) opener.current?.focus();
  };
  const onOpen = useCallback(() => {
    opener.current = currentOpener();
  }, []);
  return { onOpen, onCloseAutoFocus };
}
