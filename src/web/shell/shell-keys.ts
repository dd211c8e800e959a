import { useHotkey } from '#web/lib/hotkey.ts';
import type { PaletteStart } from './palette-group.ts';

interface ShellKeys {
  toggleSidebar: () => void;
  togglePalette: (start: PaletteStart) => void;
  showKeys: () => void;
}

/** Keys that work on every page. */
export function useShellKeys({ toggleSidebar, togglePalette, showKeys }: ShellKeys): void {
  useHotkey('mod+b', toggleSidebar);
  // Works on pages without a list too. Loaded on first use, to keep it out of the first view.
  useHotkey('u', () => void import('#web/features/inbox/actions/undo.ts').then(({ undoLast }) => undoLast()));
  useHotkey('mod+k', () => togglePalette('commands'));
  useHotkey('/', () => togglePalette('search'));
  useHotkey('?', showKeys);
}
