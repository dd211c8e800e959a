/** What comes first in the palette. */
export type PaletteStart = 'commands' | 'search';

export type Run = (act: () => unknown) => () => void;
export interface GroupProps {
  text: string;
  /** Closes the palette, then runs the action. */
  run: Run;
}

/** Whether the label contains every word typed, in any order. */
export function has(label: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => label.toLowerCase().includes(word));
}
