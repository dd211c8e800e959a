import { isFunctionWord, type TextLanguage } from '#core/text/language.ts';
import { stemIn } from '#core/text/stems.ts';
import { termsIn } from '#core/text/tokens.ts';

/** Languages other than English in which trades are known. */
export type TradeLanguage = Exclude<TextLanguage, 'en'>;

interface Spelling {
  /** What ends words that are one for a trade, whatever their stems: "Reparatur" and "reparieren", "Fotografie" and "Fotografin". */
  whole: readonly (readonly [RegExp, string])[];
  /** The same of stems. */
  same: readonly (readonly [RegExp, string])[];
  /** Whether a word may be made of words: "Hochzeitsfotograf". */
  hasCompounds: boolean;
  /** What may stand between them. */
  links: readonly string[];
  /** What ends what a business is called, by its stem: an "Umzugsunternehmen" sells "Umzüge". */
  businesses: ReadonlySet<string>;
  /** What precedes those for whom something is. */
  forWhom: RegExp;
  /** Says of a name, or of what is sold, that it is a program. */
  software: RegExp;
}

const romance = { whole: [], same: [], hasCompounds: false, links: [], businesses: new Set<string>() } as const;
export const spellings: Record<TradeLanguage, Spelling> = {
  de: {
    whole: [
      [/(?<=graf)(?:i?en?|in|innen|iere?n?|iert|isch\p{L}{0,2})$/u, ''],
      [/(?<=.{3})(?:ier(?:ung|ungen|en|e|t|te[nr]?|er)|atur|aturen|ation|ationen|ator|atoren|ateure?)$/, 'ier'],
    ],
    same: [[/(?<=er|ist|log|ant|ent|eur|or|arzt|walt|koch|wirt|gog|peut)in(?:n|nen)?$/, '']],
    hasCompounds: true,
    links: ['', 's', 'n', 'en', 'es', 'er', 'e'],
    businesses: new Set(['unternehm', 'firma', 'betrieb']),
    forWhom: /^(?:fur|fuer)$/,
    software: /software|saas|\bcrm\b|programm|\bapps?\b|\btools?\b|plattform|kassensystem/i,
  },
  nl: {
    whole: [
      [/gra(?:af|fie|fe|fen|feren)$/, 'graf'],
      [/arts(?:en)?$/, 'arts'],
    ],
    same: [
      [/([aeou])\1(?=[^aeiou]$)/, '$1'],
      [/(?<=.{4})(?:er|ati|atie|ing|ateur)$/, ''],
      [/v$/, 'f'],
      [/z$/, 's'],
    ],
    hasCompounds: true,
    links: ['', 's', 'en', 'e', 'n'],
    businesses: new Set(['bedrijf']),
    forWhom: /^voor$/,
    software: /software|saas|\bcrm\b|programma|\bapps?\b|\btools?\b|platform|kassasysteem|pakket/i,
  },
  es: {
    ...romance,
    forWhom: /^(?:para|a)$/,
    software: /software|saas|\bcrm\b|programas? (?:de|para)|aplicaci[oó]n|\bapps?\b|plataforma|\btpv\b/i,
  },
  fr: {
    ...romance,
    same: [
      [/(?<=.{4})(?:on|ag|eur)$/, ''],
      [/oi$/, 'oy'],
    ],
    forWhom: /^(?:pour|aux|chez)$/,
    software: /logiciel|software|saas|\bcrm\b|applications? (?:de|pour|mobile)|\bapplis?\b|\bapps?\b|plateforme|logicielle/i,
  },
  pt: {
    ...romance,
    forWhom: /^(?:para|a|aos|as)$/,
    software: /software|saas|\bcrm\b|programas? (?:de|para)|aplicativo|aplica[cç][aã]o|\bapps?\b|plataforma|sistema (?:de|para)/i,
  },
  it: {
    ...romance,
    forWhom: /^(?:per|ai|agli|alle)$/,
    software: /software|saas|\bcrm\b|gestional[ei]|programm[ai] (?:di|per)|applicazion[ei]|\bapps?\b|piattaforma/i,
  },
};

/** Said by sellers of anything: no trade. */
const fillers: Record<TradeLanguage, string> = {
  de: 'wir sind bieten biete eine kleine kleiner kleines familienbetrieb familienunternehmen betrieb firma unternehmen team seit jahren jahre jahr euch sie ihnen ihre ihrer ihrem ihren unser unsere unserer machen mache fur den die das des zum zur vom beim am im um bis rund raum umgebung region stadt alle alles allem neue neuen gute guten guter helfen hilfe helfe menschen leute leuten bringen kommen arbeiten arbeite ganz viele mehr ohne personlich professionell zuverlassig schnell gunstig hochwertig individuelle individuell spezialisiert verkaufen verkaufe selbst haben hat wird werden kann konnen damit wenn dass so sich es er man nur sehr unter was wo uber durch nach vor gegen zwischen jede jeden jeder anbieter dienst dienstleister dienstleistung dienstleistungen service oder noch war waren sein seine seinen als ob beide ins ans',
  nl: 'wij we ik zijn ben een kleine klein familiebedrijf bedrijf bedrijven team jaar jaren sinds al ons onze uw jouw voor van het de in en regio omgeving rond heel alle alles nieuwe goede helpen help hulp mensen leveren bieden bied verkopen verkoop maken maak doen doe geven geef werken komen snel goedkoop betaalbaar professioneel vakkundig persoonlijk persoonlijke gespecialiseerd specialist zelf worden wordt kan kunnen zodat als die dat ook meer zonder tot bij naar over door om te met uit ze zich wat waar hun haar elke ieder iedere aanbieder dienst diensten dienstverlening service of noch er bent was dan toen onder tussen dus',
  es: 'somos soy empresa empresas familiar pequena pequeno negocio equipo anos ano desde hace nuestro nuestra nuestros nuestras hacemos hago ofrecemos ofrezco vendemos vendo damos doy ayudamos ayudo trabajamos trabajo realizamos brindamos zona alrededores toda todo todos todas nuevo nueva buen buena mejor personas gente profesional especializada especializado especializados especializadas especialistas especialista servicio servicios calidad rapido barato economico local para sus su al del tu tus le les si mas sin hasta sobre entre cada muy tambien cualquier contamos tenemos tengo quieren quiere necesitan necesita proveedor ni o u e se nos os ser es era bajo cuyo cuya donde cuando lo',
  fr: 'nous sommes suis entreprise entreprises familiale petite petit societe equipe ans an depuis notre nos faisons fais proposons propose offrons offre vendons vends aidons realisons realise accompagnons accompagne travaillons intervenons interviens region alentours tout toute tous toutes nouveau nouvelle bon bonne meilleur meilleure personnes gens professionnel specialise specialisee specialises specialiste specialistes service services qualite rapide pas cher local pour leurs leur vos votre ses son sa chez jusqu entre chaque tres aussi plus sans afin ceux qui ils elles on prestataire prestation prestations de d l j n s t m c qu y en se lui elle par ni ou dont sous vers a il est sont cet cette ces',
  pt: 'somos sou empresa empresas familiar pequena pequeno negocio equipe equipa anos ano desde ha nosso nossa nossos nossas fazemos faco oferecemos ofereco vendemos vendo damos dou ajudamos ajudo trabalhamos trabalho realizamos prestamos regiao arredores toda todo todos todas novo nova bom boa melhor pessoas gente profissional especializada especializado especializados especializadas especialistas especialista servico servicos qualidade rapido barato local para seus suas seu sua ate sobre entre cada muito tambem qualquer temos tenho querem quer precisam precisa fornecedor nem ou se nos ser e era sob cujo cuja onde quando lhe pelo pela pelos pelas num numa',
  it: 'siamo sono azienda aziende impresa imprese familiare piccola piccolo ditta attivita squadra team anni anno da nostro nostra nostri nostre facciamo faccio offriamo offro vendiamo vendo aiutiamo aiuto lavoriamo lavoro realizziamo realizzo proponiamo zona dintorni tutta tutto tutti tutte nuovo nuova buon buona migliore persone gente professionale specializzata specializzato specializzati specializzate specialisti specialista servizio servizi qualita veloce economico locale per suoi sue suo sua fino tra ogni molto anche qualsiasi abbiamo vogliono vuole hanno chi i fornitore ne od se noi essere era sotto cui quando dove gli dello degli dagli sullo negli sugli delle col',
};
/** What sells anything, and how: no trade either, but part of what one is called ("Reifen-Onlineshop"). */
const shops: Record<TradeLanguage, string> = {
  de: 'onlineshop shop webshop laden geschaft handel handler fachgeschaft online privat importeur importieren hersteller herstellen produzent grosshandel versand kunden kundin zuhause ort',
  nl: 'webshop webwinkel winkel zaak handel online particulier importeur importeren fabrikant groothandel klanten klant thuis',
  es: 'tienda tiendas comercio venta ventas online particulares importador importadora importamos fabricante fabricamos distribuidor distribuidora clientes cliente domicilio profesionales',
  fr: 'boutique boutiques magasin vente ligne particuliers importateur importons fabricant fabriquons distributeur clients client domicile professionnels',
  pt: 'loja lojas comercio venda vendas online particulares importador importadora importamos fabricante fabricamos distribuidor distribuidora clientes cliente domicilio profissionais',
  it: 'negozio negozi commercio vendita online privati importatore importiamo produttore produciamo distributore clienti cliente domicilio professionisti professionali',
};

const setsOf = (lists: Record<TradeLanguage, string>) => {
  const sets = new Map<TradeLanguage, ReadonlySet<string>>();
  return (language: TradeLanguage): ReadonlySet<string> => {
    const known = sets.get(language) ?? new Set(lists[language].split(' '));
    sets.set(language, known);
    return known;
  };
};
const fillersOf = setsOf(fillers);
const shopsOf = setsOf(shops);

const isNumber = (word: string): boolean => /^\d+h?$/.test(word);

/** Whether a folded word says nothing about what is offered. */
export const saysNothing = (language: TradeLanguage, word: string): boolean =>
  isFunctionWord(language, word) || fillersOf(language).has(word) || shopsOf(language).has(word);

const verbOnLorR = /(?<=.{3}e[lr])n$/;
/** The stem of a folded word, by which trades are compared. */
export function tradeStem(language: TradeLanguage, word: string): string {
  const { whole, same } = spellings[language];
  const ended = whole.find(([ending]) => ending.test(word));
  if (ended) return word.replace(ended[0], ended[1]);
  const stem = stemIn(language, language === 'de' ? word.replace(verbOnLorR, '') : word);
  return same.reduce((rest, [ending, into]) => rest.replace(ending, into), stem);
}

/** Whether a stem is of a word that sells anything. */
export const isShop = (language: TradeLanguage, stem: string): boolean => shopsOf(language).has(stem);

/** The stems of a phrase that say something, in order, and with `shops`, the words that sell anything, as they are. */
export function stemsIn(language: TradeLanguage, phrase: string, has: { shops: boolean } = { shops: false }): string[] {
  const isSaying = (word: string): boolean => word.length > 1 && !isNumber(word) && !saysNothing(language, word);
  return termsIn(phrase).flatMap((word) => {
    if (shopsOf(language).has(word)) return has.shops ? [word] : [];
    return isSaying(word) ? [tradeStem(language, word)] : [];
  });
}

const minPart = 4;
const minHead = 3;

/**
 * The known words that a stem is made of, or that it begins or ends with: "hochzeitsfotograf" is made of "hochzeit" and "fotograf".
 * Empty for one that isn't made of words. `isKnown` is asked for stems.
 */
export function partsOfCompound(language: TradeLanguage, stem: string, isKnown: (stem: string) => boolean): string[] {
  const { hasCompounds, links } = spellings[language];
  if (!hasCompounds || stem.length < minHead + minPart) return [];
  for (let at = minHead; at <= stem.length - minPart; at += 1) {
    const tail = [stem.slice(at), tradeStem(language, stem.slice(at))].find(isKnown);
    if (tail === undefined) continue;
    for (const link of links) {
      const head = stem.slice(0, at);
      if (!head.endsWith(link)) continue;
      const bare = link === '' ? head : head.slice(0, -link.length);
      const known = [bare, tradeStem(language, bare)].find((one) => one.length >= minHead && isKnown(one));
      if (known !== undefined) return [known, tail];
    }
  }
  return [];
}
