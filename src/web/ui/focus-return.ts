import { useRef } from 'react';

/** What had the focus when a dialog opened. An item of a menu goes away with its menu, so the button of the menu stands for it. */
function currentOpener(): HTMLElement | null {
  const active = document.activeElement;
  const menuButton = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menuButton ? document.getElementById(menuButton) : active;
  return opener instanceof HTMLElement ? opener : null;
}

/** Handlers for a dialog's content. Radix gives the focus back to its own trigger only; ours are mostly opened by state. */
export function useFocusReturn() {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = currentOpener();
    },
    onCloseAutoFocus: (event: Event) => {
      if (!opener.current?.isConnected) return;
      event.preventDefault();
      opener.current.focus();
    },
  };
}
