import type { CustomerLanguage } from '#shared/languages.ts';
import type { CatalogEntry } from '#core/reddit/catalog/catalog.ts';
import { foldToString } from '#core/text/fold.ts';

interface Country {
  /** Whether a subreddit's name, topics, or description says that it is of the country. */
  said: RegExp;
  /** Cities and regions, folded; of most who write the language, where it isn't said: all that are in none of the others. */
  places?: string;
}

/** Names that several countries have, as León, are in none. */
const countries: Record<CustomerLanguage, readonly Country[]> = {
  en: [
    { said: /\bunited states\b|\busa?\b|\bamerican?\b|\bnyc|\bnew york\b/i },
    {
      said: /\buk(?!rain|ulele)|\bunited kingdom\b|\bbrit(?:ish|ain)\b|\bengland\b|\bscotland\b|\blondon\b/i,
      places:
        'uk united kingdom great britain england scotland wales northern ireland london manchester leeds bristol liverpool sheffield nottingham leicester edinburgh glasgow cardiff swansea belfast newcastle brighton oxford norwich exeter plymouth southampton portsmouth bournemouth bath york reading kent sussex east sussex west sussex surrey essex devon cornwall dorset somerset norfolk suffolk yorkshire west yorkshire lancashire cumbria hertfordshire berkshire cotswolds bradford wolverhampton coventry aberdeen dundee',
    },
    {
      said: /\bcanad/i,
      places:
        'canada toronto vancouver calgary ottawa edmonton winnipeg mississauga hamilton halifax ontario british columbia alberta manitoba saskatchewan nova scotia new brunswick saskatoon regina gta okanagan',
    },
    {
      said: /\bauss?ie?(?!\p{Ll})|\baus(?=\s)|\baustralia/iu,
      places:
        'australia sydney melbourne brisbane perth adelaide canberra gold coast sunshine coast hobart darwin cairns geelong nsw victoria queensland tasmania western australia south australia',
    },
    { said: /\bzealand\b|\bnz/i, places: 'nz new zealand auckland wellington christchurch dunedin tauranga queenstown waikato' },
    { said: /\bireland\b|\birish\b/i, places: 'ireland dublin cork galway limerick waterford' },
    {
      said: /\bindian?\b/i,
      places:
        'india mumbai delhi bangalore bengaluru pune hyderabad chennai kolkata ahmedabad gurgaon noida jaipur kochi kerala goa lucknow indore',
    },
    { said: /\bsingapore\b|sg\b/i, places: 'singapore' },
  ],
  de: [
    { said: /\bgermany\b|\bgerman law\b/i },
    {
      said: /\baustria\b|\bvienna\b/i,
      places:
        'osterreich wien graz linz salzburg innsbruck klagenfurt villach wels bregenz dornbirn feldkirch eisenstadt karnten steiermark tirol vorarlberg oberosterreich niederosterreich burgenland leoben steyr',
    },
    {
      said: /\bswitzerland\b|\bswiss\b/i,
      places:
        'schweiz zurich bern basel luzern winterthur st gallen zug chur aarau thun solothurn schaffhausen aargau thurgau graubunden genf biel davos uster',
    },
  ],
  fr: [
    { said: /\bfrance\b|\bfrench law\b|\blyon\b|\btoulouse\b/i },
    { said: /\bbelg/i, places: 'belgique bruxelles liege namur charleroi mons tournai wallonie arlon verviers nivelles wavre la louviere' },
    {
      said: /\bswitzerland\b/i,
      places: 'suisse geneve lausanne fribourg neuchatel sion montreux vevey yverdon nyon valais vaud jura romandie morges',
    },
    {
      said: /\bquebec/i,
      places: 'quebec montreal laval gatineau sherbrooke longueuil levis saguenay trois rivieres canada terrebonne',
    },
  ],
  nl: [
    { said: /\bnetherlands\b|\bdutch (?:law|personal|self)|\bzzp/i },
    {
      said: /\bbelg|\bfland|\bantwerp|\bghent\b|\bleuven\b/i,
      places:
        'belgie vlaanderen gent antwerpen brugge leuven mechelen hasselt kortrijk aalst oostende genk roeselare turnhout brussel sint niklaas lier dendermonde waasland kempen vilvoorde',
    },
  ],
  it: [
    { said: /\bitaly\b|\bitalia\b|\bmilan\b|\brome\b|\bturin\b|\bbologna\b/i },
    { said: /\bticino\b|\bswitzerland\b/i, places: 'svizzera ticino lugano bellinzona locarno mendrisio chiasso' },
  ],
  es: [
    {
      said: /\bspain|\bmadrid\b/i,
      places:
        'espana madrid barcelona valencia sevilla zaragoza malaga murcia palma mallorca bilbao alicante valladolid vigo gijon granada oviedo pamplona almeria burgos salamanca huelva logrono badajoz tarragona lleida girona cadiz jaen ourense lugo caceres tenerife gran canaria la coruna a coruna coruna san sebastian donostia vitoria santander castellon toledo cataluna andalucia galicia asturias euskadi navarra aragon extremadura cantabria la rioja baleares canarias jerez elche segovia avila soria teruel huesca cuenca ciudad real albacete santiago de compostela',
    },
    {
      said: /\bmexic|\bmonterrey\b|\bguadalajara\b/i,
      places:
        'mexico cdmx monterrey puebla tijuana queretaro cancun toluca chihuahua saltillo hermosillo culiacan zapopan jalisco  veracruz oaxaca morelia',
    },
    {
      said: /\bargentin|\bmerval\b/i,
      places: 'argentina buenos aires rosario mendoza la plata tucuman mar del plata salta neuquen bariloche caba parana',
    },
    {
      said: /\bchile/i,
      places: 'chile valparaiso concepcion vina del mar antofagasta temuco rancagua la serena puerto montt iquique',
    },
    {
      said: /\bcolombia|\bbogot/i,
      places: 'colombia bogota medellin cali barranquilla bucaramanga pereira cucuta manizales ibague',
    },
    { said: /\bperu/i, places: 'peru lima arequipa cusco chiclayo piura callao' },
    { said: /\buruguay/i, places: 'uruguay montevideo' },
    { said: /\bvenezuel|\bvzla\b/i, places: 'venezuela caracas maracaibo barquisimeto' },
  ],
  pt: [
    {
      said: /\bbrazil|\bbrasil|\bs[ãa]o paulo\b|\brio de janeiro\b|\bcuritiba\b|br\b/i,
    },
    {
      said: /\bportugal\b|\bportuguese (?:car|dev)|\blisbon\b/i,
      places:
        'portugal lisboa porto braga coimbra faro aveiro setubal leiria guimaraes viseu evora funchal madeira acores algarve vila nova de gaia gaia matosinhos cascais sintra almada viana do castelo santarem minho alentejo oeiras maia loures amadora',
    },
  ],
};

const folded = (text: string): string => foldToString(text).trim();
const isIn = (place: string, { places = '' }: Country): boolean => ` ${places} `.includes(` ${place} `);

/** Of several countries. */
const wider = new Set(['europe', 'eu', 'asia', 'africa', 'worldwide']);

/** Of the places that a seller names; empty if none tells. */
function countriesOf(language: CustomerLanguage, regions: readonly string[]): Country[] {
  const places = regions.map(folded);
  if (places.some((place) => wider.has(place))) return [];
  const own = countries[language];
  const known = own.filter((country) => places.some((place) => isIn(place, country)));
  const isElse = places.some((place) => !known.some((country) => isIn(place, country)));
  return isElse ? [...known, ...own.filter((country) => country.places === undefined)] : known;
}

/** Whether people of a subreddit live in another country, or another city, than the customers. */
export function isElsewhere(
  language: CustomerLanguage,
  { name, topics, about }: Pick<CatalogEntry, 'name' | 'topics' | 'about'>,
  regions: readonly string[],
): boolean {
  const places = regions.map((region) => folded(region).replaceAll(' ', ''));
  if (topics.includes('city')) return !places.some((place) => place === name.toLowerCase() || topics.includes(place));
  const own = countriesOf(language, regions);
  if (own.length === 0) return false;
  const text = [name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '), ...topics, about].join(' ');
  const isSaidOf = (some: readonly Country[]): boolean => some.some(({ said }) => said.test(text));
  return isSaidOf(countries[language]) && !isSaidOf(own);
}
