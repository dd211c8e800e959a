import { CreditCard } from 'lucide-react';
import { usePublicSettings } from '#web/lib/public-settings.tsx';
import { useNavigation } from './use-navigation.ts';
import { paletteTexts } from './palette-texts.ts';
import { has } from './palette-group.ts';

/** Pages that aren't in the sidebar. */
const billing = { path: '/dashboard/billing', title: paletteTexts.billing, icon: CreditCard };

/** Pages with this text in their title. */
export function usePages(text: string) {
  const uses = usePublicSettings().data?.uses;
  const entries = useNavigation().flatMap((group) => group.entries);
  return [...entries, ...(uses?.plans ? [billing] : [])].filter(({ title }) => has(title, text));
}
