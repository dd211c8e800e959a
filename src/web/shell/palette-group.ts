import { CreditCard } from 'lucide-react';
import { usePublicSettings } from '#web/lib/public-settings.ts';
import { useNavigation } from './use-navigation.ts';
import { paletteTexts } from './palette-texts.ts';
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

/** Pages that aren't in the sidebar. */
const billing = { path: '/dashboard/billing', title: paletteTexts.billing, icon: CreditCard };

/** Pages with this text in their title. */
export function usePages(text: string) {
  const uses = usePublicSettings().data?.uses;
  const entries = useNavigation().flatMap((group) => group.entries);
  return [...entries, ...(uses?.plans ? [billing] : [])].filter(({ title }) => has(title, text));
}
