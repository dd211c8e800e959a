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
  /** "für …": the target customers, and what precedes them; English has more ways to name them. */
  forWhom: RegExp | null;
  /** Phrases of people who need something, as alternatives in a rule. */
  need: string;
  /** Never a topic. */
  empty: ReadonlySet<string>;
  /** Say that something is a product or a service, but not which. Folded. */
  products: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

export const speeches: Record<CustomerLanguage, Speech> = {
  en: {
    opening:
      /^(?:(?:we|i|our (?:company|team|shop|studio|agency|firm))(?:['’]re|['’]m| are| am)?\s+(?:also\s+)?(?:sell(?:s|ing)?|offer(?:s|ing)?|mak(?:es?|ing)|build(?:s|ing)?|provid(?:es?|ing)|run(?:s|ning)?|do(?:es|ing)?|develop(?:s|ing)?|creates?|have|an?)\s+)?(?:an?\s+|the\s+|your\s+)?/i,
    closing: /\s(?:for|that|which|who|to|so|with|in|from|at|on|around|near|after|before|within|without|and help|by)\s|[,.;:!?\n–—]/i,
    forWhom: null,
    need: 'need OR help OR recommend* OR "looking for"',
    empty: words('local professional online custom affordable handmade'),
    products: words(
      'api apis plugin plugins extension extensions app apps software saas tool tools platform system systems program template templates service services website websites freelance freelancer consultant consultants consulting agency studio shop',
    ),
  },
  de: {
    opening:
      /^(?:(?:wir|ich)\s+(?:verkaufen?|bieten?|machen?|sind|bin|\p{L}{2,}en?)\s+(?:und\s+\p{Ll}{3,}en?\s+)?)?(?:eine?[nmrs]?\s+|das\s+|die\s+|den\s+|der\s+)?/iu,
    closing: /\s(?:für|fuer|die|der|das|mit|in|im|an|am|bei|beim|um|von|aus|vom|statt)\s|[,.;:!?\n–—]/i,
    forWhom:
      /\b(?:für|fuer)\s+([^.,;:!?\n]{3,90}?(?:,\s(?:die|deren|denen)\s[^.,;:!?\n]{3,60})?)(?=\s(?:mit|in|im|bei|aus|und für)\s|[.,;:!?\n]|$)/gi,
    need: 'suche OR empfehl* OR brauche',
    empty: words(
      'hause zuhause zu reparieren und oder wir ich sie ihr ihre unser unsere kleine kleinen große neue online bieten verkaufen machen für auch aus bei ohne',
    ),
    products: words(
      'software app apps tool tools api plugin programm programme plattform system systeme dienst service werkzeug agentur betrieb werkstatt laden firma beratung',
    ),
  },
  es: {
    opening:
      /^(?:(?:nosotros\s+)?(?:vendemos|vendo|ofrecemos|ofrezco|hacemos|hago|somos|soy|damos|doy|enseño|\p{L}{2,}(?:amos|emos|imos))\s+)?(?:una?s?\s+|el\s+|la\s+|los\s+|las\s+)?/iu,
    closing: /\s(?:para|que|en|con|a)\s|[,.;:!?\n–—]/i,
    forWhom: /\bpara\s+([^.,;:!?\n]{3,90}?)(?=\s(?:con|en|de entre)\s|[.,;:!?\n]|$)/gi,
    need: 'busco OR recomend* OR necesito',
    empty: words(
      'vendemos ofrecemos empresas que los las una unos del por sus con para más muy sin pequeñas pequeños en línea online de la el y',
    ),
    products: words(
      'software app apps aplicacion aplicaciones herramienta api plugin programa programas plataforma sistema sistemas servicio servicios asesoria consultoria agencia taller tienda empresa',
    ),
  },
  fr: {
    opening:
      /^(?:(?:nous|je|on)\s+(?:faisons|sommes|suis|\p{L}{2,}(?:ons|e|t|d|s))\s+)?(?:une?\s+|des\s+|de la\s+|du\s+|les?\s+|la\s+|l['’])?/iu,
    closing: /\s(?:pour|qui|à|en|avec|aux?)\s|[,.;:!?\n–—]/i,
    forWhom: /(?<!\p{L})(?:pour|à des|aux)\s+(?:les\s+)?([^.,;:!?\n]{3,90}?)(?=\s(?:avec|en|à|pour)\s|[.,;:!?\n]|$)/giu,
    need: 'cherche OR recommand* OR besoin',
    empty: words('les des une pour par sur ses nos vos petites petits entreprises en ligne de la le et du'),
    products: words(
      'logiciel logiciels software appli applis application outil outils api plugin plateforme systeme service services conseil agence atelier boutique cabinet',
    ),
  },
  pt: {
    opening:
      /^(?:(?:nós\s+)?(?:vendemos|vendo|oferecemos|ofereço|fazemos|faço|somos|sou|ensino|dou|\p{L}{2,}(?:amos|emos|imos))\s+)?(?:uma?s?\s+|o\s+|a\s+|os\s+|as\s+)?/iu,
    closing: /\s(?:para|que|em|com|a)\s|[,.;:!?\n–—]/i,
    forWhom: /\bpara\s+([^.,;:!?\n]{3,90}?)(?=\s(?:com|em|no|na)\s|[.,;:!?\n]|$)/gi,
    need: 'procuro OR recomend* OR preciso',
    empty: words(
      'oferecemos ofereço vendemos fazemos que dos das uma uns por seus suas com para mais muito sem pequenas pequenos online de da do e',
    ),
    products: words(
      'software app apps aplicativo ferramenta api plugin programa plataforma sistema sistemas servico servicos consultoria assessoria agencia oficina loja empresa',
    ),
  },
  nl: {
    opening: /^(?:(?:wij|we|ik)\s+(?:verkopen|verkoop|bieden|bied|maken|maak|zijn|ben|\p{L}{3,})\s+)?(?:een\s+|de\s+|het\s+)?/iu,
    closing: /\s(?:voor|die|dat|met|in|aan|om)\s|[,.;:!?\n–—]/i,
    forWhom: /\b(?:voor|aan)\s+([^.,;:!?\n]{3,90}?)(?=\s(?:met|in|rond|rondom|bij)\s|[.,;:!?\n]|$)/gi,
    need: 'zoek OR aanrad* OR nodig',
    empty: words('ik maak maken bedrijven en of wij ons onze hun kleine grote online voor van aan een het de ook zonder bij'),
    products: words('software app apps tool tools api plugin programma platform systeem dienst diensten advies bureau winkel zaak bedrijf'),
  },
  it: {
    opening:
      /^(?:(?:noi\s+|io\s+)?(?:vendiamo|vendo|offriamo|offro|facciamo|faccio|siamo|sono|creo|realizzo|insegno|\p{L}{2,}iamo)\s+)?(?:un[ao]?\s+|un['’]|dei\s+|degli\s+|delle\s+|il\s+|lo\s+|la\s+|i\s+|gli\s+|le\s+|l['’])?/iu,
    closing: /\s(?:per|che|in|con|a|ad|ai|agli|alle|da|su)\s|[,.;:!?\n–—]/i,
    forWhom: /\b(?:per|ai|agli|alle)\s+(?:i\s+|gli\s+|le\s+|la\s+|il\s+)?([^.,;:!?\n]{3,90}?)(?=\s(?:con|in|a|e per)\s|[.,;:!?\n]|$)/gi,
    need: 'cerco OR consigli* OR bisogno',
    empty: words(
      'vendiamo offriamo facciamo siamo aziende che per con dei degli delle una uno nostri nostre piccole piccoli online di da e in più',
    ),
    products: words(
      'software app applicazione strumento api plugin programma gestionale piattaforma sistema servizio servizi consulenza agenzia laboratorio negozio studio',
    ),
  },
};

/** Between words of any script, unlike `\b`. */
const between = (found: string): RegExp => new RegExp(String.raw`(?<!\p{L})(?:${found})(?!\p{L})`, 'giu');

const markers = new Map<CustomerLanguage, RegExp>([
  [
    'de',
    between(
      String.raw`wir|ich|für|und|bieten?|verkaufen?|eine[nmrs]?|nicht|mit|oder|die|der|das|den|dem|zum|zur|sind|auf|aus|bei|seit|unser\p{L}{0,2}|machen?|helfen?|reparieren?|\p{L}{4,}(?:ungen|keit|schaft|gewerbe|handwerk)|\p{L}{5,}ung`,
    ),
  ],
  [
    'es',
    between(
      String.raw`vendemos|ofrecemos|somos|para|los|las|del|el|un|una|con|que|en|y|de|la|al|por|sus?|soy|hago|vendo|doy|ayudo|más|nuestr\p{L}+|empresas|\p{L}*ñ\p{L}*|\p{L}{2,}(?:amos|emos|imos)|\p{L}+ci(?:ón|ones)`,
    ),
  ],
  [
    'fr',
    between(
      String.raw`nous|vendons|vends|proposons|propose|pour|les|la|le|un|une|des|de|du|en|avec|aux?|et|à|sur|dans|par|chez|je|suis|votre|vos|sommes|faisons|fais|réparons|répare|installons|aidons|aide|créons|rénovons|fabriquons|organisons|accompagnons|réalisons|louons|nettoyons|\p{L}+(?:euse|ière)s?|[ldjn]['’]\p{L}+`,
    ),
  ],
  [
    'pt',
    between(
      String.raw`nós|vendemos|oferecemos|ofereço|fazemos|faço|somos|sou|ensino|dou|dou|ajudo|para|dos|das|do|da|de|um|uma|com|não|em|os|que|no|na|nos|nas|ao|por|e|aulas|seus?|suas?|mais|\p{L}{2,}(?:amos|emos|imos)|\p{L}+(?:ção|ções|ês|ão)`,
    ),
  ],
  [
    'nl',
    between(
      String.raw`wij|ik|voor|een|het|van|de|onze|verkopen|bieden|maak|maken|kleine|bedrijven|met|die|en|ben|zijn|bij|uw|aan|geef|geven|doe|doen|help|helpen|repareren|repareer|\p{L}{3,}(?:heid|ingen)|\p{L}*ij\p{L}*`,
    ),
  ],
  [
    'it',
    between(
      String.raw`noi|vendiamo|offriamo|siamo|sono|per|il|lo|la|gli|le|un|una|uno|di|del|dell[ao]|dei|degli|delle|e|ed|con|che|al|alla|nel|nella|su|da|vendo|offro|faccio|aiuto|aziende|nostr[aoie]|\p{L}{2,}(?:iamo|zione|zioni)|(?:dell|all|nell|sull|dall|un|l|d)['’]\p{L}+`,
    ),
  ],
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
