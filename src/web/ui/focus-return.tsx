import { useCallback, useLayoutEffect, useRef } from 'react';

/** What had the focus when a dialog opened. An item of a menu goes away with its menu, so the button of the menu stands for it. */
function currentOpener(): HTMLElement | null {
  const active = document.activeElement;
  const menuButton = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menuButton ? document.getElementById(menuButton) : active;
  return opener instanceof HTMLElement ? opener : null;
}

/** Remembers what had the focus. Stands first in what a dialog shows: a field behind it that takes the focus by itself comes too late. */
export function Opener({ onOpen }: { onOpen: () => void }) {
  useLayoutEffect(onOpen, [onOpen]);
  return null;
}

/** For a dialog's content. Radix gives the focus back to its own trigger only; ours are mostly opened by state. */
export function useFocusReturn() {
  const opener = useRef<HTMLElement | null>(null);
  const onCloseAutoFocus = (event: Event) => {
    if (!opener.current?.isConnected) return;
    event.preventDefault();
    opener.current.focus();
  };
  const onOpen = useCallback(() => {
    opener.current = currentOpener();
  }, []);
  return { onOpen, onCloseAutoFocus };
}
