import { useHotkey } from '#web/lib/hotkey.ts';
import { useGo } from '#web/lib/unsaved-guard.ts';

interface ShellKeys {
  toggleSidebar: () => void;
  togglePalette: () => void;
  /** The inbox shows its shortcuts on `?`, which link to the help. */
  isInbox: boolean;
}

/** Keys that work on every page. */
export function useShellKeys({ toggleSidebar, togglePalette, isInbox }: ShellKeys): void {
  const go = useGo();
  useHotkey('mod+b', toggleSidebar);
  // Works on pages without a list too. Loaded on first use, to keep it out of the first view.
  useHotkey('u', () => void import('#web/features/inbox/undo.ts').then(({ undoLast }) => undoLast()));
  useHotkey('mod+k', togglePalette);
  useHotkey('?', () => go('/dashboard/help'), !isInbox);
}
