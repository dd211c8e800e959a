import type { ScoringCampaign } from '../profile.ts';
import { foldedString, foldText } from './fold.ts';
import { languageOf, type TextLanguage, textLanguages } from './text-language.ts';

export type Described = Pick<ScoringCampaign, 'offering' | 'idealCustomer' | 'description' | 'languages'>;

/**
 * The languages whose word forms a campaign's rules and texts are read in: the ones it asks for that are known here,
 * and the one it is written in.
 */
export function languagesOf({ offering = '', idealCustomer = '', description = '', languages = [] }: Partial<Described>): TextLanguage[] {
  const words = foldedString(foldText(`${offering} ${idealCustomer} ${description}`))
    .trim()
    .split(' ')
    .map((text) => ({ text }));
  const asked = textLanguages.filter((language) => languages.includes(language));
  return [...new Set([...asked, languageOf(words)])];
}
