import type { CustomerLanguage } from '#shared/languages.ts';
import { stemOf } from '#core/text/stems.ts';
import { termsIn } from '#core/text/tokens.ts';
import { readLanguage } from './language.ts';

/** How offers are phrased in one language. */
export interface Speech {
  /** "We sell …": what precedes the offer. */
  opening: RegExp;
  /** What ends the name of the offer. */
  closing: RegExp;
  /** "for …": what precedes the target customer. */
  forWhom: RegExp;
  /** Phrases of people who need something, as alternatives in a rule. */
  need: string;
  /** Never a topic. */
  empty: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

export const speeches: Record<CustomerLanguage, Speech> = {
  en: {
    opening:
      /^(?:(?:we|i|our (?:company|team|shop|studio|agency|firm))(?:['’]re|['’]m| are| am)?\s+(?:also\s+)?(?:sell(?:ing)?|offer(?:ing)?|mak(?:e|ing)|build(?:ing)?|provid(?:e|ing)|run(?:ning)?|do(?:ing)?|develop(?:ing)?|create|have|an?)\s+)?(?:an?\s+|the\s+|your\s+)?/i,
    closing: /\s(?:for|that|which|who|to|so|with|in|from|and help|by)\s|[,.;:!?\n–—]/i,
    forWhom: /\bfor\s+([^.,;:!?\n]{3,90}?)(?=\s(?:that|in|so)\s|[.,;:!?\n]|$)/i,
    need: 'need OR help OR recommend* OR "looking for"',
    empty: words('local professional online custom affordable handmade'),
  },
  de: {
    opening:
      /^(?:(?:wir|ich)\s+(?:verkaufen?|bieten?|machen?|sind|bin|entwickeln?|betreiben?|vermieten?|bauen?|reparieren?|reinigen?|unterrichten?|übersetzen?|gestalten?|beraten?|helfen?|installieren?|liefern?)\s+)?(?:eine?[nmrs]?\s+|das\s+|die\s+|den\s+|der\s+)?/i,
    closing: /\s(?:für|fuer|die|der|das|mit|in|an|um|von|aus)\s|[,.;:!?\n–—]/i,
    forWhom: /\b(?:für|fuer)\s+([^.,;:!?\n]{3,90}?)(?=\s(?:die|mit|in)\s|[.,;:!?\n]|$)/i,
    need: 'suche OR empfehl* OR brauche',
    empty: words(
      'hause zuhause zu reparieren und oder wir ich sie ihr ihre unser unsere kleine kleinen große neue online bieten verkaufen machen für auch aus bei ohne',
    ),
  },
  es: {
    opening:
      /^(?:(?:nosotros\s+)?(?:vendemos|vendo|ofrecemos|ofrezco|hacemos|hago|somos|soy|creamos|damos)\s+)?(?:una?s?\s+|el\s+|la\s+|los\s+|las\s+)?/i,
    closing: /\s(?:para|que|en|con|a)\s|[,.;:!?\n–—]/i,
    forWhom: /\bpara\s+([^.,;:!?\n]{3,90}?)(?=\s(?:que|con|en)\s|[.,;:!?\n]|$)/i,
    need: 'busco OR recomend* OR necesito',
    empty: words(
      'vendemos ofrecemos empresas que los las una unos del por sus con para más muy sin pequeñas pequeños en línea online de la el y',
    ),
  },
  fr: {
    opening:
      /^(?:(?:nous|je|on)\s+(?:vendons|vends|proposons|propose|offrons|offre|faisons|fais|sommes|suis|créons)\s+)?(?:une?\s+|des\s+|de la\s+|du\s+|les?\s+|la\s+|l['’])?/i,
    closing: /\s(?:pour|qui|à|en|avec|aux?)\s|[,.;:!?\n–—]/i,
    forWhom: /\bpour\s+(?:les\s+)?([^.,;:!?\n]{3,90}?)(?=\s(?:qui|avec|en|à)\s|[.,;:!?\n]|$)/i,
    need: 'cherche OR recommand* OR besoin',
    empty: words('les des une pour par sur ses nos vos petites petits entreprises en ligne de la le et du'),
  },
  pt: {
    opening:
      /^(?:(?:nós\s+)?(?:vendemos|vendo|oferecemos|ofereço|fazemos|faço|somos|sou|criamos)\s+)?(?:uma?s?\s+|o\s+|a\s+|os\s+|as\s+)?/i,
    closing: /\s(?:para|que|em|com|a)\s|[,.;:!?\n–—]/i,
    forWhom: /\bpara\s+([^.,;:!?\n]{3,90}?)(?=\s(?:que|com|em)\s|[.,;:!?\n]|$)/i,
    need: 'procuro OR recomend* OR preciso',
    empty: words(
      'oferecemos ofereço vendemos fazemos que dos das uma uns por seus suas com para mais muito sem pequenas pequenos online de da do e',
    ),
  },
  nl: {
    opening: /^(?:(?:wij|we|ik)\s+(?:verkopen|verkoop|bieden|bied|maken|maak|zijn|ben|bouwen|geven|geef)\s+)?(?:een\s+|de\s+|het\s+)?/i,
    closing: /\s(?:voor|die|dat|met|in|aan|om)\s|[,.;:!?\n–—]/i,
    forWhom: /\bvoor\s+([^.,;:!?\n]{3,90}?)(?=\s(?:die|met|in)\s|[.,;:!?\n]|$)/i,
    need: 'zoek OR aanrad* OR nodig',
    empty: words('ik maak maken bedrijven en of wij ons onze hun kleine grote online voor van aan een het de ook zonder bij'),
  },
};

const markers = new Map<CustomerLanguage, RegExp>([
  ['de', /\b(?:wir|ich|für|und|bieten?|verkaufen?|eine[nmr]?|nicht|mit|oder|die|der|das)\b/giu],
  ['es', /(?<!\p{L})(?:vendemos|ofrecemos|somos|para|los|las|del|una|con|que|nuestr\p{L}+|empresas|\p{L}+ci(?:ón|ones))(?!\p{L})/giu],
  ['fr', /(?<!\p{L})(?:nous|vendons|proposons|pour|les|des|une|avec|du|aux|et|à)(?!\p{L})/giu],
  [
    'pt',
    /(?<!\p{L})(?:nós|vendemos|oferecemos|ofereço|fazemos|somos|para|dos|das|uma|com|não|em|os|que|no|na|nos|ao|aulas|\p{L}+(?:ção|ções|ês|ão))(?!\p{L})/giu,
  ],
  ['nl', /\b(?:wij|ik|voor|een|het|van|onze|verkopen|bieden|maak|maken|kleine|bedrijven|met|die|en)\b/giu],
  ['en', /\b(?:we|i|our|the|and|for|that|with|sell|offer|your|who|of|to|from|by|are|you|my|their|an?)\b/gi],
]);
const readChars = 600;

/** Different words of a language that prove it; "no fix no fee" has one of Portuguese, twice. */
const leastDifferent = 2;
/** "Meal planning app" has no function word: nearly all words of three or more must be common in English discussions. */
const leastTerms = 3;
const englishShare = 0.85;

/**
 * Language of a description, from its function words: descriptions are too short for a language detector. Null where they don't
 * prove one.
 */
export function speechOf(text: string): CustomerLanguage | null {
  const start = text.slice(0, readChars).toLowerCase();
  const counts = [...markers].map(([name, marker]) => {
    const found = start.match(marker) ?? [];
    return { name, count: found.length, different: new Set(found).size };
  });
  const [best, next] = counts.toSorted((a, b) => b.count - a.count);
  const isProven = best && best.count > (next?.count ?? 0) && best.different >= leastDifferent;
  if (isProven) return best.name;
  return isMostlyEnglish(start) ? 'en' : null;
}

function isMostlyEnglish(text: string): boolean {
  const language = readLanguage();
  const read = [...new Set(termsIn(text).filter((word) => word.length > 1))];
  return read.length >= leastTerms && read.filter((word) => language.isKnown(stemOf(word))).length >= englishShare * read.length;
}
