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

export const speeches: Record<'en' | 'de' | 'es' | 'fr' | 'pt' | 'nl', Speech> = {
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
export type SpeechName = keyof typeof speeches;

const markers = new Map<SpeechName, RegExp>([
  ['de', /\b(?:wir|ich|für|und|bieten?|verkaufen?|eine[nmr]?|nicht|mit|oder|die|der|das)\b/giu],
  ['es', /\b(?:vendemos|ofrecemos|somos|para|los|las|del|una|con|que|nuestr\w+|empresas)\b/giu],
  ['fr', /(?<!\p{L})(?:nous|vendons|proposons|pour|les|des|une|avec|du|aux|et|à)(?!\p{L})/giu],
  [
    'pt',
    /(?<!\p{L})(?:nós|vendemos|oferecemos|ofereço|fazemos|somos|para|dos|das|uma|com|não|em|os|que|no|na|nos|ao|aulas|\p{L}+(?:ção|ções|ês|ão))(?!\p{L})/giu,
  ],
  ['nl', /\b(?:wij|ik|voor|een|het|van|onze|verkopen|bieden|maak|maken|kleine|bedrijven|met|die|en)\b/giu],
  ['en', /\b(?:we|i|our|the|and|for|that|with|sell|offer|your|who|of|to|an?)\b/gi],
]);
const readChars = 600;

/** Language of a description, from its function words: descriptions are too short for a language detector. */
export function speechOf(text: string): SpeechName {
  const start = text.slice(0, readChars);
  const counts = [...markers].map(([name, marker]) => ({ name, count: start.match(marker)?.length ?? 0 }));
  const english = counts.find(({ name }) => name === 'en')?.count ?? 0;
  const best = counts.toSorted((a, b) => b.count - a.count)[0];
  return best && best.count > Math.max(1, english) ? best.name : 'en';
}
