import type { TextLanguage } from '#core/text/language.ts';

/** What begins a clause about what isn't offered: "not restaurants", "no transmissions". */
const denials: Record<TextLanguage, string> = {
  en: 'not|no|nobody|never|except|excluding|(?:but|just) not|but no',
  de: 'nicht|kein(?:e[nmrs]?)?|außer|aber (?:nicht|keine?)',
  es: 'no|excepto|salvo|pero no',
  fr: 'pas|sauf|hors|mais pas',
  pt: 'não|exceto|mas não',
  nl: 'niet|geen|behalve|maar (?:niet|geen)',
  it: 'non|tranne|escluso|esclus[aei]|ma non',
};
const inClause = String.raw`[^.,;:!?\n()–—]`;
const denied = (words: string): RegExp =>
  new RegExp(String.raw`(?<=\S\s{0,3}[.,;!?\n(–—-]\s{0,3})(?:${words})(?!\p{L})${inClause}{0,200}`, 'giu');

/** A text without the clauses that say what isn't offered. */
export const withoutDenied = (text: string, language: TextLanguage): string => text.replace(denied(denials[language]), ' ');

/** The clauses that say what isn't offered, or who isn't served, without what begins them. */
export const deniedIn = (text: string, language: TextLanguage): string[] =>
  [...text.matchAll(denied(denials[language]))].map(([clause]) =>
    clause.replace(new RegExp(String.raw`^(?:${denials[language]})\s{1,3}`, 'iu'), ''),
  );

/** "Only to clinics", "not to the public", "we don't ship to private people". */
const businessesOnly: Record<TextLanguage, RegExp> = {
  en: /\b(?:(?:not|never|nothing|(?:do|does)(?:n['’]t| not) (?:ship|sell|deliver|work|cater))\s(?:(?:to|for|with)\s)?(?:the\s)?(?:general\s)?(?:public|private (?:people|persons|customers|buyers)|individuals|consumers)|(?:business(?:es)?|trade|wholesale|b2b)\sonly|only\s(?:to|for)\s(?:the\strade|businesses|companies))(?!\p{L})/iu,
  de: /(?<!\p{L})(?:keine?\s(?:Privatkunden|Privatleute|Privatpersonen|Verbraucher)|nicht\s(?:an|für)\s(?:Private?|Privatkunden|Privatleute|Privatpersonen|Endkunden|Endverbraucher)|(?:nur|ausschließlich)\s(?:an|für)\s(?:Firmen|Unternehmen|Betriebe|Händler|Gewerbe(?:kunden|treibende)?|Wiederverkäufer|Geschäftskunden))(?!\p{L})/iu,
  es: /(?<!\p{L})(?:no\s(?:vend\p{L}{1,10}\s)?(?:a|al|para)\s(?:el\s)?(?:público|particulares|consumidor\p{L}{0,3})|s[oó]lo\s(?:a|para)\s(?:empresas|profesionales|negocios))(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:pas\s(?:aux|pour les|de|au)\s(?:grand\s)?(?:particuliers?|public)|(?:uniquement|seulement|exclusivement)\s(?:aux|pour les)\s(?:professionnels|entreprises)|réservé\p{L}{0,2}\saux\sprofessionnels)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:não\s(?:vend\p{L}{1,10}\s)?(?:ao|a|para o)\s(?:público|particulares|consumidor\p{L}{0,3})|(?:só|somente|apenas)\s(?:a|para)\s(?:empresas|profissionais|clínicas))(?!\p{L})/iu,
  nl: /(?<!\p{L})(?:(?:niet\s(?:aan|voor)|geen)\s(?:particulieren|consumenten)|(?:alleen|uitsluitend)\s(?:voor|aan)\s(?:bedrijven|zakelijk\p{L}{0,2}|ondernemers))(?!\p{L})/iu,
  it: /(?<!\p{L})(?:non\s(?:ai|al|per i|a)\s(?:privati|pubblico|consumatori)|(?:solo|soltanto|esclusivamente)\s(?:ad?|per)\s(?:aziende|imprese|professionisti|negozi))(?!\p{L})/iu,
};
/** Whether a text says that nobody buys for themselves. */
export const isForBusinessesOnly = (text: string, language: TextLanguage): boolean => businessesOnly[language].test(text);

/** "for dentists", unlike "for rent" and "for $29". */
const forWhom = new RegExp(
  String.raw`(?<=\S\s{0,3})(?<!\p{L})for\s(?!(?:sale|rent|hire|free|you|your|life|less|more|over|up|an?\s(?:flat|fixed|monthly))(?!\p{L})|\P{L})${inClause}{2,200}`,
  'giu',
);

/** Plural nouns for people, recognized by their ending; `things` lists the exceptions. */
const people =
  /(?:ers|ors|ists|ians|ees|ants|bosses|hostesses|folk|people|men|pros|coaches|brides|grooms|parents|students|clients|residents|patients|couples|teams|agencies|companies|startups|shops|stores|families|businesses|firms|moms|mums|dads|kids|schools|clinics|practices|nonprofits|charities|churches|museums|districts|adults|singles|creatives|households|landlords|hosts|anybody|anyone|toddlers|firms|offices|hotels|restaurants|cafes|farms|artisans|veterans|expats|pilots|captains|guests|groups|clubs|everyone|fans|girls|boys|cooperatives|associations|unions|vineyards|wineries|warehouses|utilities|councils|towns|americans|europeans|germans|stalls|salons|gyms|bakeries|breweries|studios|nurses|homes? owners)$/i;
const things =
  /(?:details|features|payments|processes|accesses|users?' needs|numbers|answers|papers|offers|orders|reminders|newsletters|computers|trackers|printers|errors|doors|floors|colors|plants|grants|hassles|losses|headers|folders|filters|powers|others|servers|trailers|rollers|dinners|weddings|summers|winters|letters|chargers|heaters|boilers|scooters|tractors|motors|sensors|monitors|generators|elevators|mirrors|lists?|checklists|playlists|starters|alternators|adaptors|rooms|windows|showers)$/i;
/** Whether an English phrase ends in a word for people: "school districts", not "espresso machines". */
export const isPeople = (phrase: string): boolean => people.test(phrase) && !things.test(phrase);

/** What an English text says of the offer, and of those for whom it is. */
export function splitOffer(text: string): { offered: string; audience: string } {
  const clauses = [...text.matchAll(forWhom)].map(([clause]) => clause).filter((clause) => clause.split(/\s/).some(isPeople));
  const offered = clauses.reduce((rest, clause) => rest.replace(clause, () => ', '), text);
  return /\p{L}{3}/u.test(offered) ? { offered, audience: clauses.join(', ') } : { offered: text, audience: '' };
}
