import type { TextLanguage } from '#core/text/language.ts';
import { isFunctionWord } from '#core/text/language.ts';
import { stemOf } from '#core/text/stems.ts';
import { termsIn } from '#core/text/tokens.ts';
import { vectorOf } from '#core/scoring/reader/sentences.ts';
import { stemsIn } from './words-in-language.ts';

/** How near texts are to what somebody offers. */
export interface Nearness {
  /** At most 1. */
  of(text: string): Promise<number>;
  /** Whether one that shares no word may be near, so that one that is far says something else. */
  isByMeaning: boolean;
}

const saying = (text: string): Set<string> => new Set(termsIn(text).flatMap((word) => (isFunctionWord('en', word) ? [] : [stemOf(word)])));
export const saidStems = (text: string, language: TextLanguage): Set<string> =>
  language === 'en' ? saying(text) : new Set(stemsIn(language, text));

/** Of texts in the language of `offer`: by meaning for English, if there is a model for it, else by the words that they share. */
export async function openNearness(offer: string, { language, isOff }: { language: TextLanguage; isOff: boolean }): Promise<Nearness> {
  const vector = language === 'en' && !isOff ? await vectorOf(offer).catch(() => null) : null;
  const said = saidStems(offer, language);
  const byWords = (text: string): number => {
    const stems = saidStems(text, language);
    return stems.size === 0 || said.size === 0 ? 0 : stems.intersection(said).size / Math.sqrt(stems.size * said.size);
  };
  if (!vector) return { isByMeaning: false, of: async (text) => Promise.resolve(byWords(text)) };
  const byMeaning = async (text: string): Promise<number> => {
    const other = await vectorOf(text);
    return vector.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  };
  return { isByMeaning: true, of: byMeaning };
}
