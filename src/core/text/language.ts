import { type CustomerLanguage, customerLanguages } from '#shared/languages.ts';
import { tokensIn } from './tokens.ts';

/** Languages supported by the built-in scorer; all others are read as English. */
export const textLanguages = customerLanguages;
export type TextLanguage = CustomerLanguage;

/** Frequent folded words that are unique to a language or distinguish it from most of the others. */
const stopTerms: Record<TextLanguage, string> = {
  en: 'the and of to is in for that it you with on this have are be my we what do does how any or at from not can your our i im its was but an need looking who which best where',
  de: 'der die das und ist ich nicht ein eine einen einer fur mit auf wir sie es wie was welche welches welchen wer von zu den dem im habe hat haben kann konnt konnen ihr euch suche gesucht jemand meine mein unsere bin sind noch nach als oder aber auch brauche',
  es: 'el la los las una uno unos de que y es en por para con no se lo mi me mis un al del como cual cuanto donde alguien busco necesito tengo usais usan esta muy pero o algun alguna hola nos sigo llevo quiero recomendais recomendar estoy clases fotos hoy',
  fr: 'le la les des une un et est je vous nous pour dans avec sur qui que quoi quel quelle quels ne pas mon ma mes du au aux ce cette cherche besoin quelqu faire ont avez votre en plus mais ou est ce jai besoin tout conseil conseillez acheter j qu l n',
  pt: 'o os as um uma de que e do da dos das em no na nos nas para com nao se por meu minha mais como qual quanto onde alguem procuro preciso tenho voces sou esta muito mas ou me fazer ja quem recomenda recomendam conhecem outra vez vossa foi',
  nl: 'de het een en van ik niet is dat met op voor aan zijn er maar om ook hoe wat welk welke wie waar mijn jullie wij naar iemand zoek gezocht kan kunnen bij nog weer heb hebben moet goede goedkope ons onze die uit al te jij je wel',
  it: 'il lo la gli le un una uno di da del della dello dei degli delle dal dalla al alla alle nel nella che e in per con non si mi ci sono ho hai ha mio mia miei mie nostro nostra come quale quali quanto dove chi cosa qualcuno cerco cerchiamo bisogno vorrei devo posso avete abbiamo consigliate consigliare questo questa piu anche ma o se perche gia sto ciao grazie fatto fare su sul sulla tra',
};
/** Counted twice, because these words occur in only one of the languages. */
const own: Record<TextLanguage, string> = {
  en: 'the and you with this have my what does how your looking need where which',
  de: 'ich nicht und ein eine fur suche gesucht jemand welches welche konnt brauche wir ihr habe ist',
  es: 'el los busco necesito alguien mi y donde cuanto estoy llevo quiero las recomendais hola usais',
  fr: 'je les des une est vous pour cherche quel quelle quelqu besoin avez dans avec jai j qu sur du',
  pt: 'procuro preciso alguem voces nao uma um em os meu minha qual dos ao quem ja recomendam',
  nl: 'ik het een niet jullie zoek iemand welk wij voor mijn van naar op',
  it: 'il gli di della dei delle nel nella che non sono ho qualcuno cerco quale avete abbiamo consigliate anche piu perche',
};

/** For each word one weight per language, packed into two bits each. */
const weights = new Map<string, number>();
for (const [at, language] of textLanguages.entries()) {
  for (const word of stopTerms[language].split(' ')) weights.set(word, (weights.get(word) ?? 0) | (1 << (2 * at)));
  for (const word of own[language].split(' ')) {
    const kept = (weights.get(word) ?? 0) & ~(3 << (2 * at));
    weights.set(word, kept | (2 << (2 * at)));
  }
}

/** Whether a folded word is a function word of this language. */
export function isFunctionWord(language: TextLanguage, word: string): boolean {
  return (((weights.get(word) ?? 0) >> (2 * textLanguages.indexOf(language))) & 3) !== 0;
}

const enoughTerms = 80;

/** The language indicated by a text's frequent words; English when they are inconclusive. */
export function languageOf(words: readonly { text: string }[]): TextLanguage {
  const counts = textLanguages.map(() => 0);
  for (let at = 0; at < words.length && at < enoughTerms; at += 1) {
    const packed = weights.get(words[at]?.text ?? '') ?? 0;
    if (packed !== 0) for (const [index] of counts.entries()) counts[index] = (counts[index] ?? 0) + ((packed >> (2 * index)) & 3);
  }
  const best = counts.indexOf(Math.max(...counts));
  const clear = (counts[best] ?? 0) >= 2 && (counts[best] ?? 0) > 1.3 * (counts[0] ?? 0);
  return clear ? (textLanguages[best] ?? 'en') : 'en';
}

/** What is read of a campaign for its languages. */
export interface Described {
  offering: string;
  idealCustomer: string;
  description: string;
  languages: readonly string[];
}

/**
 * Languages whose word forms apply to a campaign's rules and texts: the supported ones among those it asks for, and the one it is
 * written in.
 */
export function languagesOf({ offering = '', idealCustomer = '', description = '', languages = [] }: Partial<Described>): TextLanguage[] {
  const words = tokensIn(`${offering} ${idealCustomer} ${description}`);
  const asked = textLanguages.filter((language) => languages.includes(language));
  return [...new Set([...asked, languageOf(words)])];
}

/** Enough to detect the language and still fast, because the detector reads every character. */
const readChars = 600;
/** The detector takes "ok" for Polish. */
const minLength = 24;
/** How far the best language must lead: in a short text, related languages are close together. */
const shortMargin = 0.1;
const longMargin = 0.02;
const longFrom = 80;

const letters = (text: string): number => text.replaceAll(/[^\p{L}]/gu, '').length;

/** Detects the language of a text (ISO 639-1, null when unsure). Its table takes 20 MB, so it is loaded on demand. */
export async function openLanguageDetector(): Promise<(text: string) => string | null> {
  const { eld } = await import('eld/extrasmall');
  return (whole) => {
    const text = whole.slice(0, readChars);
    if (letters(text) < minLength) return null;
    const found = eld.detect(text);
    const [best = 0, next = 0] = Object.values(found.getScores()).toSorted((a, b) => b - a);
    const isClear = best - next >= (letters(text) < longFrom ? shortMargin : longMargin);
    return isClear && found.isReliable() && found.language !== '' ? found.language : null;
  };
}
