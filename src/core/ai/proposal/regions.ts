import type { CustomerLanguage } from '#shared/languages.ts';

const locationName = String.raw`(\p{Lu}[\p{L}'’-]+(?:[ -]\p{Lu}[\p{L}'’-]+){0,2}(?:,\s\p{Lu}[\p{L}]+)?)`;
/** Where the names of places have small words within them: "Vila Nova de Gaia", "Santiago de Compostela". */
const linkedName = String.raw`(\p{Lu}[\p{L}'’-]+(?:(?:\s(?:de|do|da|dos|del|di|della|sur|am|an der|im(?!\s(?:Raum|Großraum)|\s(?:Kreis|Landkreis|Umkreis))|aan den)\s|[ -])\p{Lu}[\p{L}'’-]+){0,2})`;
const after = (words: string, name = linkedName): RegExp => new RegExp(String.raw`(?<!\p{L})(?i:${words})${name}`, 'gu');
/** What precedes a place. */
const located: Record<CustomerLanguage, RegExp> = {
  en: new RegExp(String.raw`\b(?:in|around|near|across|throughout|based in|serving)\s+(?:the\s+)?${locationName}`, 'gu'),
  de: after(
    String.raw`(?:(?:(?:im|in der|aus der|aus dem)\s+)?(?:Raum|Großraum|Region|Kreis|Landkreis)|in|aus|bei|um|im|nach)\s+(?:(?:der|die|dem)\s+(?=Schweiz))?`,
  ),
  es: after(String.raw`(?:en|zona de|provincia de|cerca de)\s+(?:(?-i:la|el|los)\s+)?`),
  fr: after(String.raw`(?:à|en|au|près de|autour de|région de|région)\s+(?:(?-i:la|le)\s+)?`),
  pt: after(String.raw`(?:em|no|na|nos|região de|zona de|perto de)\s+(?:[oa]\s+)?`),
  nl: after(String.raw`(?:in|rond|rondom|nabij|bij|regio|omgeving)\s+(?:(?-i:de|het)\s+)?`),
  it: after(String.raw`(?:a|ad|in|zona|provincia di|vicino a|nei dintorni di)\s+`),
};

const notLocations =
  /^(?:I|We|Our|The|January|February|March|April|May|June|July|August|September|October|November|December|English|German|French|Spanish|Excel|Word|Python|JavaScript)\b/;
/** Named after a preposition like a place. */
const products =
  /^(?:Excel|Word|Python|Java|JavaScript|React|PHP|WordPress|Wordpress|Shopify|WooCommerce|Magento|Google|Meta|Facebook|Instagram|TikTok|LinkedIn|Amazon|WhatsApp|Internet|Photoshop|InDesign|Ihre[mnrs]?|Ihr|Engels|Duits|Frans|Spaans|Italiaans|Nederlands|Noël|Navidad|Natale|Natal)(?!\p{L})/u;
/** "especialistas en Marketing" */
const fields =
  /(?:ción|ção|zione|tion|ing|ment|logía|logia|logie|ismo|isme)$|^(?:Derecho|Diseño|Desarrollo|Gestión|Fotografía|Arquitectura|Ingeniería|Fisioterapia|Droit|Design|Diritto|Direito|Contabilidade|Saúde|Salud|Santé|Salute|Casa|Inglés|Inglês|Inglese)(?!\p{L})/u;
/** "SEO", unlike "NYC" */
const abbreviation = /^\p{Lu}{2,}$/u;
const abbreviated = /^(?:US|USA|UK|GB|EU|UAE|NZ|NYC|NY|LA|SF|DC|SA|NSW|BC|NRW|BW|CDMX|SP|RJ)$/;
/** "experts in Invisalign" */
const skilled = /\b(?:experts?|expertise|specialt(?:y|ies)|speciali[sz](?:e[ds]?|ing)|specialists?|leaders?|leading)(?:\s\p{L}+ly)?\s$/iu;
const longestSkill = 40;
const skilledElsewhere =
  /(?<!\p{L})(?:especiali[sz]\p{L}+|expert\p{L}*|esperti?|espert[ae]|spécialis\p{L}+|specializ\p{L}+|spezialis\p{L}+|gespecialiseerd|formación|formação|formation|titulad\p{L}+|laureat\p{L}+|diplôm\p{L}+|máster|graduad\p{L}+|líder(?:es)?|leader)\s(?:(?:à|en|em|in|a)\s)?$/iu;

/** German writes every noun with a capital: what ends like the name of a place, or is known, is one. */
const germanPlace =
  /(?:burg|berg|bergen|stadt|städt|dorf|heim|hausen|furt|ingen|bach|kirchen|hafen|brück|brücken|münster|rode|leben|walde|wald|beck|stedt|büttel|bronn|ach|weiler|tal|land|pfalz|hagen|horst|lingen|sel|itz|ow|au)$/u;
const notPlaces =
  /(?:ausland|inland|deutschland|werkstatt|umgang|vorstadt|altstadt|innenstadt|großstadt|kleinstadt|frau|au[ßs]enstadt|haushalt|digital|kapital|portal|abbau|aufbau|umbau|ausbau|neubau|hochbau|tiefbau|anbau|bau|schau|genau|dach|fach|nach|krach|einfach|hausland|gelände|ackerland|verband|bereich|wechsel|schlüssel|schnitzel|mittel|titel|wurzel|handwerksbach)$/iu;
const knownPlaces = new Set(
  `Aachen Aalen Baden Basel Bayern Berlin Bern Bielefeld Bochum Bonn Bottrop Brandenburg Braunschweig Bremen Bregenz Celle Chemnitz Chur Cottbus Darmstadt Dessau Deutschland
  Dortmund Dresden Duisburg Düren Düsseldorf Emden Erfurt Erlangen Essen Franken Freising Fulda Fürth Gera Genf Gießen Görlitz Goslar Göttingen Graz Gütersloh Hagen Halle Hamburg
  Hameln Hamm Hanau Hannover Heilbronn Herford Herne Hessen Hof Innsbruck Iserlohn Jena Kaiserslautern Karlsruhe Kärnten Kassel Kempten Kiel Klagenfurt Koblenz Köln Konstanz Krefeld Landau
  Landshut Leer Leipzig Lemgo Leverkusen Linz Lübeck Ludwigsburg Lüneburg Luzern Magdeburg Mainz Mannheim Marburg Minden Moers Mönchengladbach München Münster Neuss Niedersachsen
  Norddeutschland Nordhorn Nürnberg Oberbayern Oldenburg Osnabrück Österreich Paderborn Passau Potsdam Ratingen Ravensburg Recklinghausen Regensburg Remscheid Reutlingen Rheinland Rhein-Main Rostock Ruhrgebiet Saarbrücken
  Saarland Sachsen Sachsen-Anhalt Salzburg Schleswig Schleswig-Holstein Schweiz Schwerin Siegen Solingen Speyer Steiermark Straubing Stuttgart Süddeutschland Thüringen Tirol Trier Ulm Unna Velbert Viersen Vorarlberg
  Weimar Wels Wesel Wetzlar Wien Wiesbaden Winterthur Wismar Witten Wolfsburg Worms Wuppertal Würzburg Zürich Zug Zwickau`.split(/\s+/),
);
const isGermanPlace = (name: string): boolean => {
  const [first = ''] = name.split(/[\s,]/);
  return /^(?:Bad|Sankt|St) \p{Lu}/u.test(name) || knownPlaces.has(first) || (germanPlace.test(first) && !notPlaces.test(first));
};

const unique = (texts: readonly string[]): string[] => [...new Set(texts.map((text) => text.trim()))];

function isPlaceIn(language: CustomerLanguage, start: string, { 0: whole, 1: name = '', index }: RegExpExecArray): boolean {
  if (abbreviation.test(name) && !abbreviated.test(name)) return false;
  if (language === 'en')
    return !notLocations.test(name) && !(/^in\b/i.test(whole) && skilled.test(start.slice(Math.max(0, index - longestSkill), index)));
  return isName(language, name) && (language === 'de' || !skilledElsewhere.test(start.slice(Math.max(0, index - longestSkill), index)));
}

const isName = (language: CustomerLanguage, name: string): boolean =>
  !products.test(name) && !fields.test(name) && (language !== 'de' || isGermanPlace(name));

const maxMore = 3;
const another = new RegExp(String.raw`^(?:,|\s(?:und|oder|y|e|et|en|ou|of|o))\s${linkedName}`, 'u');
/** What an enumeration goes on with: "Nürnberg, Fürth und Erlangen". */
function namesAfter(text: string): string[] {
  const names: string[] = [];
  for (
    let rest = text, more = another.exec(rest);
    more && names.length < maxMore;
    rest = rest.slice(more[0].length), more = another.exec(rest)
  )
    names.push(more[1] ?? '');
  return names;
}

/** Places that a text in a language names as where something is available. */
export function regionsIn(text: string, language: CustomerLanguage): string[] {
  // “À Lyon” begins with a preposition of one letter.
  const start = text.slice(0, 5000).replace(/^\p{Lu}(?=\s)/u, (letter) => letter.toLowerCase());
  const found = [...start.matchAll(located[language])].filter((match) => isPlaceIn(language, start, match));
  const alsoNamed = ({ 0: whole, index }: RegExpExecArray): string[] =>
    language === 'en' ? [] : namesAfter(start.slice(index + whole.length)).filter((name) => isName(language, name));
  return unique(found.flatMap((match) => [match[1] ?? '', ...alsoNamed(match)]));
}

/** "in Köln", before what follows. */
const inPlace: Record<CustomerLanguage, (places: string) => string> = {
  en: (places) => `In ${places}`,
  de: (places) => `In ${places}`,
  es: (places) => `En ${places}`,
  fr: (places) => `Région : ${places}`,
  pt: (places) => `Em ${places}`,
  nl: (places) => `In ${places}`,
  it: (places) => `Zona: ${places}`,
};

/** Where customers are, in their language; empty without a region. */
export const whereIn = (language: CustomerLanguage, regions: readonly string[]): string =>
  regions.length === 0 ? '' : inPlace[language](new Intl.ListFormat(language, { type: 'disjunction' }).format(regions));
