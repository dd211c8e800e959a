import type { ScoringCampaign } from '../profile.ts';
import { foldToString } from './fold.ts';
import { languageOf, type TextLanguage, textLanguages } from './text-language.ts';

export type Described = Pick<ScoringCampaign, 'offering' | 'idealCustomer' | 'description' | 'languages'>;

/**
 * Languages whose word forms apply to a campaign's rules and texts: the supported ones among those it asks for, and the one it is
 * written in.
 */
export function languagesOf({ offering = '', idealCustomer = '', description = '', languages = [] }: Partial<Described>): TextLanguage[] {
  const words = foldToString(`${offering} ${idealCustomer} ${description}`)
    .trim()
    .split(' ')
    .map((text) => ({ text }));
  const asked = textLanguages.filter((language) => languages.includes(language));
  return [...new Set([...asked, languageOf(words)])];
}
