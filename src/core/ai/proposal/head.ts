import type { CustomerLanguage } from '#shared/languages.ts';
import { isFunctionWord } from '#core/text/language.ts';
import { stemOf } from '#core/text/stems.ts';
import { termsIn } from '#core/text/tokens.ts';
import { isPeople } from '#core/trades/offered.ts';
import { saysNothing } from '#core/trades/words-in-language.ts';
import { isGeneric, readLanguage } from './language.ts';
import type { ProposalSource } from './source.ts';
import { speeches } from './speech.ts';

/** The offer in the words of the text. */
export interface Offer {
  /** What is sold, short: "Shopify migrations". */
  name: string;
  /** The same without the verb that opens it: "stained glass windows" of "restore stained glass windows". */
  thing: string;
  /** The provider's name if the text begins with it; potential customers don't know it. */
  ownName: string;
  /** Whom the text names; empty if it names nobody. */
  customers: readonly string[];
}

/** Whether a word says nothing about what is sold: "the", "small", "software". */
export function isPlain(word: string, speech: CustomerLanguage): boolean {
  if (word.length < 3 || /^\d/.test(word) || isFunctionWord(speech, word)) return true;
  if (speeches[speech].empty.has(word) || speeches[speech].products.has(word)) return true;
  if (speech !== 'en') return saysNothing(speech, word);
  const language = readLanguage();
  return isGeneric(word) || language.isFunctionWord(word) || language.isSalesTalk(stemOf(word));
}

const named =
  /^((?:\p{Lu}[\p{L}\p{N}.&'’-]*)(?:\s+\p{Lu}[\p{L}\p{N}.&'’-]*){0,2})(?:\s+(?:is|are|helps|lets|makes|offers|sells|does|provides|ist|bietet|verkauft|es|ofrece|vende|est|propose|vend|oferece|biedt|verkoopt|è|offre|propone)\s+|\s*[:–—|]\s+|\s+-\s+)(?:you\s+)?/u;
const pronouns = /^(?:we|i|our|my|the|a|an|wir|ich|nous|je|on|nosotros|wij|ik|nós|noi|io)$/i;
/** "I help freelancers with their tax return": whom, and with what. */
const helping = [
  /^(?:\p{L}+\s)?(?:help|helfen?|unterstützen?|helpen)\s([^.,;:!?\n]{3,60}?)\s(?:with\s(?:their|the)|met|mit|bei|beim)\s(?:(?:hun|de|het|ihre[mnr]?|der|dem|den)\s)?(.+)/iu,
  /^(?:\p{L}+\s)?(?:aid(?:e|ons)|accompagn(?:e|ons)|ayud(?:o|amos)|ajud(?:o|amos)|aiut(?:o|iamo))\s(?:a\s)?([^.,;:!?\n]{3,60}?)\s(?:con|com|avec|dans|à|a)\s(?:(?:sus?|leurs?|les?|la|el|il|los|las|seus?|suas?|os|as|i|le)\s)?(.+)/iu,
];
const helped = (text: string): RegExpExecArray | null => helping.map((each) => each.exec(text)).find((found) => found !== null) ?? null;
/** "We", "I'm a": what is left begins with a verb, or names the offer. */
const subject = /^(?:we|i|our|my|they)(?:['’](?:re|m)|\s(?:are|am))?\s(?:(?:also|just|mainly|mostly|retired)\s)*/iu;
const separators = /[.,;:!?\n()]+|\s[–—-]+\s/u;

/** Parts of a text between marks, in order. */
const clausesOf = (text: string): string[] =>
  text
    .split(separators)
    .map((clause) => clause.replaceAll(/\s+/g, ' ').trim())
    .filter((clause) => clause !== '');

const isWord = (word: string): boolean => /^\p{L}/u.test(word);
const [fewestWords, mostWords, longestName] = [3, 7, 70];

/** Begin a new part of a clause, beside function words. */
const leading = /^(?:out|into|onto|off|over|under|via|per|when|where|how|why|whether|if)$/i;

/** A clause cut to a few words, before one that begins a new part of it. */
function shortened(clause: string, speech: CustomerLanguage): string {
  const words = clause.split(' ');
  const end = words.findIndex((word) => /^(?:that|which|who|die|que|qui|che|dat)$/i.test(word));
  if (end >= fewestWords) return words.slice(0, end).join(' ').slice(0, longestName);
  if (words.length <= mostWords) return clause.slice(0, longestName).trim();
  const isSmall = (word = ''): boolean =>
    leading.test(word) || isFunctionWord(speech, termsIn(word)[0] ?? '') || readLanguage().isFunctionWord(word.toLowerCase());
  const binds = /^(?:of|de|du|des|di|do|da|del|van|von)$/i;
  const fewest = end > 0 ? end + fewestWords : fewestWords;
  for (let cut = mostWords; cut >= fewest; cut -= 1)
    if (isSmall(words[cut]) && !binds.test(words[cut] ?? '') && !isSmall(words[cut - 1]))
      return words.slice(0, cut).join(' ').slice(0, longestName);
  const last = words.slice(0, mostWords).findLastIndex((word, at) => !isSmall(word) && !binds.test(words[at + 1] ?? '')) + 1;
  return `${words.slice(0, Math.max(last, 2)).join(' ').slice(0, longestName)} …`;
}

const romance: ReadonlySet<CustomerLanguage> = new Set(['es', 'pt', 'it']);
/** "Arreglo persianas", "Restauro mobili": a verb, and what it is done to. */
const romanceAct = /^(\p{L}{3,}o)\s(?=(?:l[aeo]s?|el|il|i|gli|os?|as?)\s|\p{L}{3,}(?:s|[ei])(?!\p{L}))/iu;

/** What is said of a thing. */
const relative = /\s(?:que|qui|che|die|dat)\s.*$/iu;

/** What a clause offers, as far as it says more than "a tool": first its opening words, then more of them. */
function readClause(clause: string, speech: CustomerLanguage): Pick<Offer, 'name' | 'thing'> | null {
  const { opening, closing } = speeches[speech];
  const withWhat = helped(clause)?.[2];
  const plain = withWhat ?? clause.replace(opening, '');
  const isAct = speech === 'en' && withWhat === undefined && subject.test(plain);
  const rest = isAct ? plain.replace(subject, '') : plain;
  const isSaying = (text: string): boolean => termsIn(text).some((word) => !isPlain(word, speech));
  const [, verb = ''] = isAct ? (/^(\p{L}+)\s/u.exec(rest) ?? []) : romance.has(speech) ? (romanceAct.exec(rest) ?? []) : [];
  const acted = (text: string): string => (text.startsWith(verb) ? text.slice(verb.length).trim() : text);
  const thingOf = (text: string): string =>
    withoutPeople(acted(text), verb)
      .replace(withWhat === undefined ? /^$/ : infinitive, '')
      .replace(speech === 'en' ? /^$/ : relative, '');
  const end = rest.search(closing);
  const opened = end > 2 ? rest.slice(0, end) : rest;
  const name = [opened, rest].find((text) => isSaying(thingOf(text))) ?? [opened, rest].find((text) => isSaying(acted(text)));
  return name === undefined || !isWord(name) ? null : { name: shortened(name.trim(), speech), thing: thingOf(name) };
}

/** "mold" of "help landlords get rid of mold", "swim" of "teach adults to swim". */
function withoutPeople(text: string, verb: string): string {
  const [whom = ''] = /^(?:help|teach|give|train)/i.test(verb) ? (beginning.exec(text) ?? []) : [];
  const rest = text
    .slice(whom.length)
    .trim()
    .replace(/^(?:get|find|keep|sell|buy|learn|make|(?:how )?to)\s(?:rid\s|it\s)?/i, '');
  return whom === '' || rest === '' ? text : rest.replace(/\s(?:who|that|which)\s.*$/i, '');
}

const maxRead = 600;

/** Reads the first sentences of a description, or the title of a website. */
export function readOffer({ description, pages }: Pick<ProposalSource, 'description' | 'pages'>, speech: CustomerLanguage): Offer {
  const text = (description.trim() === '' ? [pages[0]?.title, pages[0]?.description].filter(Boolean).join('. ') : description)
    .slice(0, maxRead)
    .trim();
  const name = named.exec(text)?.[1] ?? '';
  const isName = name !== '' && !pronouns.test(name);
  const whole = isName ? text.replace(named, '') : text;
  const clauses = clausesOf(whole);
  const read = clauses.map((clause) => readClause(clause, speech)).find((one) => one !== null);
  const first = clauses.find((clause) => clause.includes(' ')) ?? clauses[0] ?? '';
  return {
    name: capitalized(read?.name ?? shortened(first.replace(subject, ''), speech)),
    thing: read?.thing ?? '',
    ownName: isName ? name : '',
    customers: speech === 'en' ? listAudiences(text) : listGroups(text, speech),
  };
}

const before = String.raw`(?:[\p{L}'’-]+\s+){0,3}?`;
const crowd = String.raw`${before}(?:(?!\p{L}*(?:ous|ess|less|ics)(?!\p{L}))[\p{L}'’-]{2,}s|\p{L}*(?:people|women|men|folk)|anybody|anyone)`;
const plural = String.raw`(${crowd}(?:\s(?:and|or)\s${crowd})?)(?=[\s.,;:!?)]|$)(?:\s(?:how\s)?to\s\p{L}+(?=\swho\s))?(?:\s+((?:who(?:se|['’]ve)?|that|which|with|without|after|over|under|(?<=people\s)on|\p{L}{2,}ing)\s+[^.,;:!?\n]{3,90}?)(?=(?<!can|t|to|not)\s(?:get|find|keep|sell|buy|learn|make|declutter|but\salso|and\sanybody)\s|[.,;:!?\n]|$))?`;
const served = new RegExp(
  String.raw`\b(?:(?:for|helps?(?!\sfor)|lets|targeting|serves?|serving|teach|give|tells|reminds|lots? of)|(?:sell|sells|selling|offer|offers|offering|provides?)\b[^.,;:!?\n]{0,60}?\bto)\s+(?:mostly\s|mainly\s|the\s)?${plural}`,
  'giu',
);
const beginning = new RegExp(`^${plural}`, 'iu');
/** A clause of nothing but people: "landlords and homeowners". */
const alone = new RegExp(String.raw`^${plural}(?:\s(?:in|within|around|near)\s.{2,60})?$`, 'iu');

const maxAudiences = 3;
const maxPainPoints = 6;
const [shortestPain, longestPain] = [8, 110];

/** False for a clause about one thing ("that chases late payers"). */
const isOfPeople = (clause: string | undefined): clause is string =>
  clause !== undefined && !/^(?:that|which)\s\p{L}+(?<!s)s\s/u.test(clause);
const tidy = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const unique = (texts: readonly string[]): string[] =>
  texts.filter((text, index) => texts.findIndex((other) => other.toLowerCase() === text.toLowerCase()) === index);

/** "tells you when your competitors …" */
const someone = /\b(?:for|you|your|when|if|how|them|it|its|our|my|we|i|they|their|to)\b/i;
const animals = /\b(?:dogs|cats|puppies|kittens|pets|horses|ponies|birds|parrots|rabbits|reptiles)$/i;
const children = /\b(?:toddlers|babies|infants|newborns|children|kids|teens|teenagers|preschoolers)$/i;

/** Target customers named in a text, quoted: "Freelance designers who get paid late". */
export function listAudiences(text: string): string[] {
  const found = [...text.matchAll(served)].flatMap(([, group = '', clause]) => {
    if (animals.test(group)) return [`Owners of ${tidy(group)}`];
    if (children.test(group)) return [`Parents of ${tidy(group)}`];
    const [one = ''] = group.split(/\s(?:and|or)\s/i);
    const meant = isPeople(group) ? group : one;
    return isPeople(meant) && !someone.test(meant) ? [tidy(meant === group && isOfPeople(clause) ? `${group} ${clause}` : meant)] : [];
  });
  const [, ...later] = clausesOf(text.slice(0, maxRead)).map((clause) =>
    clause.replace(/^(?:mostly|mainly|also)\s|\s(?:mostly|mainly|only)$/gi, ''),
  );
  const beside = later.filter((clause) => {
    const one = alone.exec(clause)?.[1] ?? '';
    return one.split(/\s(?:and|or)\s/i).every(isPeople) && !someone.test(one) && !/^(?:for|not?|all|to)\s|\snot\s/i.test(clause);
  });
  return unique([...found, ...beside].map((one) => capitalized(one.replace(/\s(?:who|that|which)$/, ''))))
    .filter((one) => !/^(?:people|anyone|everyone)$/i.test(one))
    .slice(0, maxAudiences);
}

/** In other languages: "for your home", "for all brands" name nobody, nor does what goes on after the preposition of a verb. */
const nobody =
  /^(?:(?:ihr|dein|eu(?:e?r)|unser|sein|all|jed)(?:e[mnrs]?)?|[vn]uestr[oa]s?|sus?|tus?|tod[oa]s?|cada|cualquier|que|votre|vos|notre|nos|ton|tes|leurs?|tou[st]|toutes?|chaque|[vn]ostr[oaie]|tu[oai]e?|su[oai]e?|tutt[oaie]|ogni|qualsiasi|che|seus?|suas?|vosso|vossa|nosso|nossa|qualquer|uw|jouw|je|elke?|iedere?|iedereen|ons|onze|wie|wer|en|und|et|e|y)(?!\p{L})|^\d/iu;
/** What something is for that nobody is: "per matrimoni", "voor schuine daken". */
const occasion =
  /(?:hochzeit|feier|\bfeste?|part(?:y|ies|ys)|event|h[aä]us(?:er)?(?!\p{L})|wohnung|g[aä]rten|d[aä]cher|\bdaken|\bhuis(?!\p{L})|auto'?s?(?!\p{L})|fahrzeug|bruiloft|huizen|tuinen|bodas|eventos|fiestas|casas(?!\p{L})|pisos|coches|carros|jardines|casamentos|festas|jardins|mariages|f[eê]tes|maisons|voitures|terrasses|matrimoni|eventi|case(?!\p{L})|giardini|marken|marcas|marques|marche|maschin|ger[aä]t|anlage|rechner|shopware|shopify|wordpress|woocommerce|magento|excel|outlook|android|iphones?)|(?<!\p{L})(?:inclus|compres|inkl)/iu;
/** "pour travailler", "para cocinar": what it is for, not for whom. */
const infinitive = /^\p{L}+(?:ar|er|ir|[aei]re)(?:\s|$)/iu;
const article =
  /^(?:der|die|das|den|dem|el|la|los|las|un[ao]?s?|le|les|des|une|os?|as?|um|uma|de|het|een|il|lo|gli|i|qualche|alcun[ie]|alguns|algumas|algun[oa]s|einige|quelques|enkele)\s+/iu;

/** "Ich biete … für die Oberstufe an" */
const particle = /\s(?:an|ab|auf|aus|ein|her)$/u;

/** Whom a text in another language names. */
function listGroups(text: string, speech: CustomerLanguage): string[] {
  const isGroup = (phrase: string): boolean =>
    !nobody.test(phrase) &&
    !occasion.test(phrase.split(' ').slice(0, 3).join(' ')) &&
    (speech === 'de' || speech === 'nl' || !infinitive.test(phrase));
  const { forWhom } = speeches[speech];
  const others = forWhom === null ? [] : [...text.matchAll(forWhom)].map(([, group]) => group);
  const groups = [helped(text)?.[1], ...others];
  return unique(
    groups.flatMap((group) =>
      group === undefined || !isGroup(group) ? [] : [capitalized(tidy(group).replace(article, '').replace(particle, ''))],
    ),
  ).slice(0, maxAudiences);
}

const pain =
  /\b(?:tired of|sick of|struggl\w+|stop \w+ing|no more|never again|instead of|wast\w+|hat(?:e|es|ing)\b|chas(?:e|es|ing)\b|late\b|los(?:e|es|ing|t)\b|miss(?:ed|ing)\b|manual\w*|by hand|too (?:much|many|long|hard|slow|expensive)|hard to|difficult\w*|problems?|pain\w*|afraid|fear\w*|fail(?:s|ing|ed)\b|confus\w*|frustrat\w+|spreadsheets?|forget\w*|forgotten|overwhelm\w+|expensive|messy|chaos|stress\w*|can(?:'|’)?t\b|do ?n(?:'|’)?t want|never had|unable|without having|running out|stuck|break at)/iu;
/** A clause that is nothing but a problem: "no more awkward emails". */
const complaint = /^(?:tired of|sick of|struggling with|no more|never again|stop \w+ing)\s/i;
/** What the offer deals with: "chases late payers automatically". */
const chasing =
  /\b(?:chas(?:es|ing)|stops|avoids|ends|prevents)\s+([^.,;:!?\n]{6,40}?)(?=\s(?:automatically|for|without|before|by|with)\b|[.,;:!?\n]|$)/giu;
const ofWhom = /^(?:who(?:['’]ve)?|that|which)\s(?:(?:are|is)\s)?/i;

/** Problems that a text states: what it says about its target customers, and clauses that are nothing else. */
export function listPainPoints(text: string): string[] {
  const ofPeople = [...text.matchAll(served)].flatMap(([, group = '', clause]) =>
    isOfPeople(clause) && ofWhom.test(clause) && isPeople(group) && pain.test(clause) ? [tidy(clause).replace(ofWhom, '')] : [],
  );
  const chased = [...text.matchAll(chasing)].map(([, thing = '']) => tidy(thing));
  const complaints = clausesOf(text).filter((clause) => complaint.test(clause));
  const fitting = unique([...ofPeople, ...chased, ...complaints]).filter(({ length }) => length >= shortestPain && length <= longestPain);
  return fitting.filter((one) => !fitting.some((other) => other !== one && other.includes(one))).slice(0, maxPainPoints);
}

export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
