import type { CustomerLanguage } from '#shared/languages.ts';
import type { ProposalSource } from './source.ts';
import { speeches } from './speech.ts';

/** An offer phrased as an action: "I repair espresso machines". */
interface Action {
  /** "espresso machine repair" */
  thing: string;
  /** What it is done to: "espresso machines"; empty for lessons. */
  object: string;
  /** Empty unless the action names whom it is for: "teach adults to swim". */
  audience: string;
  /** What people who need it write besides the thing, as alternatives in a rule; empty if unknown. */
  signs: string;
}

const repairSigns = 'repair* OR fix* OR broken OR "stopped working"';
const lessonSigns = 'learn* OR lesson* OR teacher OR "how to"';
const nouns: Record<string, string> = {
  repair: 'repair',
  fix: 'repair',
  install: 'installation',
  translate: 'translation',
  photograph: 'photography',
  manage: 'management',
  design: 'design',
  rent: 'rental',
  deliver: 'delivery',
  teach: 'lessons',
  maintain: 'maintenance',
  inspect: 'inspection',
};
const signsOf: Record<string, string> = {
  repair: repairSigns,
  fix: repairSigns,
  teach: lessonSigns,
  install: 'install* OR quote* OR recommend* OR "worth it"',
  clean: 'cleaner OR cleaning OR dirty OR recommend*',
  groom: 'groom* OR matted OR shed*',
};

const teaching = /^(?:teach|coach|train)\s+(\p{L}+(?:\s\p{L}+){0,2})\s+(?:how\s+)?to\s+(\p{L}+)(?:\s+(who\s[^,.;:!?\n]{4,60}))?/iu;
const helping =
  /^help\s+(\p{L}+(?:\swith\s[\p{L}\p{N}]+|\s\p{L}+s)?)\s+(?:to\s+)?(\p{L}{3,})\s+(?:(?:their|the|an?)\s+)?([^,.;:!?\n]{3,60})/iu;
/** What follows the thing: where, how, and for whom. */
const tail = /\s(?:at|for|that|which|who|so|with|in|from|on|near|by|using)\s.*$|[,.;:!?\n–—].*$/iu;

const doubled = /[^aeiou][aeiou][^aeiouwxy]$/;
/** "swim" becomes "swimming", "bake" becomes "baking". */
function gerundOf(verb: string): string {
  if (verb.endsWith('ing')) return verb;
  if (/[^e]e$/.test(verb)) return `${verb.slice(0, -1)}ing`;
  return verb.length < 6 && doubled.test(verb) ? `${verb}${verb.at(-1) ?? ''}ing` : `${verb}ing`;
}

const singularOf = (word: string): string =>
  /(?:ss|us|is|ics)$/i.test(word) ? word : word.replace(/ies$/i, 'y').replace(/(?<=(?:sh|ch|x|ss))es$|s$/i, '');
/** "solar panels and home batteries" becomes "solar panel and home battery". */
const singularPhrase = (phrase: string): string =>
  phrase
    .split(/(\s+(?:and|or|&)\s+)/i)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/\p{L}+$/u, singularOf)))
    .join('');

/** Reads what follows "I" or "we"; null unless it begins with a verb and its object. */
function readAction(text: string): Action | null {
  const lesson = teaching.exec(text);
  if (lesson) {
    const [, whom = '', verb = '', clause = ''] = lesson;
    const audience = `${whom} ${clause}`.trim();
    return {
      thing: `${gerundOf(verb.toLowerCase())} lessons`,
      object: '',
      audience,
      signs: lessonSigns,
    };
  }
  const help = helping.exec(text);
  if (help) {
    const [, audience = '', verb = '', object = ''] = help;
    const what = object.replace(tail, '').trim();
    const thing = `${singularPhrase(what)} ${nouns[verb.toLowerCase()] ?? gerundOf(verb.toLowerCase())}`;
    return { thing, object: what, audience, signs: signsOf[verb.toLowerCase()] ?? '' };
  }
  const [verb = '', ...rest] = text.split(/\s+/);
  const object = rest
    .join(' ')
    .replace(/^(?:an?|the|your|our)\s+/i, '')
    .replace(tail, '')
    .trim();
  if (object === '' || !/^\p{L}{3,}$/u.test(verb)) return null;
  const known = verb.toLowerCase();
  const noun = nouns[known] ?? gerundOf(known);
  return { thing: `${singularPhrase(object)} ${noun}`, object, audience: '', signs: signsOf[known] ?? '' };
}

/** Plural nouns for people, recognized by their ending; `things` lists the exceptions. */
const people =
  /(?:ers|ors|ists|ians|ees|ants|sses|folk|people|men|pros|coaches|brides|grooms|parents|students|clients|residents|patients|couples|teams|agencies|companies|startups|shops|stores|families|moms|mums|dads|kids|schools|clinics|practices|nonprofits|adults|singles|creatives|households|landlords)$/i;
const things =
  /(?:details|features|payments|processes|accesses|users?' needs|numbers|answers|papers|offers|orders|reminders|newsletters|computers|trackers|printers|errors|doors|colors|plants|grants|hassles|losses|headers|folders|filters|powers)$/i;
const plural = String.raw`((?:[\p{L}'’-]+\s+){0,3}?[\p{L}'’-]{2,}(?:s|people|women|men|folk))(?=[\s.,;:!?)]|$)(?:\s+(?:who|that|which)\s+([^.,;:!?\n]{4,90}))?`;
const servedPeople = new RegExp(
  String.raw`\b(?:(?:for|helps?|lets|targeting|serves?|serving)|(?:sell|sells|selling|offer|offers|offering|provides?)\b[^.,;:!?\n]{0,60}?\bto)\s+${plural}`,
  'giu',
);
const painPattern =
  /\b(?:tired of|sick of|struggl\w+|stop \w+ing|no more|never again|instead of|wast\w+|hat(?:e|es|ing)\b|chas(?:e|es|ing)\b|late\b|los(?:e|es|ing|t)\b|miss(?:ed|ing)\b|manual\w*|by hand|too (?:much|many|long|hard|slow|expensive)|hard to|difficult\w*|problems?|pain\w*|afraid|fear\w*|fail(?:s|ing|ed)\b|confus\w*|frustrat\w+|spreadsheets?|forget\w*|forgotten|overwhelm\w+|expensive|messy|chaos|stress\w*|can(?:'|’)?t\b|unable|without having)/iu;

/** What the offer deals with: "chases late payers automatically". */
const chasing =
  /\b(?:chas(?:es|ing)|stops|avoids|ends|prevents)\s+([^.,;:!?\n]{6,40}?)(?=\s(?:automatically|for|without|before|by|with)\b|[.,;:!?\n]|$)/giu;

const maxAudiences = 3;
const maxPainPoints = 6;
const [shortestPain, longestPain] = [8, 110];

/** False for a clause about one thing ("that chases late payers"). */
const isOfPeople = (clause: string | undefined): clause is string => clause !== undefined && !/^\p{L}+(?<!s)s\s/u.test(clause);
const tidy = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const unique = (texts: string[]): string[] =>
  texts.filter((text, index) => texts.findIndex((other) => other.toLowerCase() === text.toLowerCase()) === index);

/** Whether a phrase is about people: "small companies that plan by hand", not "late payments". */
const speaksOfPeople = (phrase: string): boolean => phrase.split(/\s+/).some((word) => people.test(word)) && !things.test(phrase);

/** Target customers named in a text, quoted: "freelance designers who get paid late". */
export function listAudiences(text: string): string[] {
  const found = [...text.matchAll(servedPeople)].flatMap(([, named = '', clause]) =>
    people.test(named) && !things.test(named) ? [tidy(isOfPeople(clause) ? `${named} who ${clause}` : named)] : [],
  );
  return unique(found).slice(0, maxAudiences);
}

/** Problems named in a text: clauses with words of trouble, and what it says about its target customers. */
export function listPainPoints(text: string): string[] {
  const ofPeople = [...text.matchAll(servedPeople)].flatMap(([, named = '', clause]) =>
    isOfPeople(clause) && people.test(named) && painPattern.test(clause) ? [tidy(clause).replace(/^(?:are|is)\s+/i, '')] : [],
  );
  const chased = [...text.matchAll(chasing)].map(([, thing = '']) => tidy(thing));
  const clauses = text.split(/[.;:!?\n–—]+|,\s+(?=and\b|but\b|so\b|no\b|never\b)/u).map(tidy);
  const named = clauses.filter((clause) => painPattern.test(clause));
  const fitting = unique([...ofPeople, ...chased, ...named]).filter(({ length }) => length >= shortestPain && length <= longestPain);
  return fitting.filter((pain) => !fitting.some((other) => other !== pain && pain.includes(other))).slice(0, maxPainPoints);
}

/** The offer as its first sentence names it. */
export interface Offer {
  /** "espresso machine repair" */
  thing: string;
  /** The provider's name if the sentence begins with it; potential customers don't know it. */
  ownName: string;
  /** "small roasteries"; empty if the sentence names none. */
  audience: string;
  isPeople: boolean;
  /** Set if the offer is phrased as one: "I repair espresso machines". */
  action: Action | null;
  /** "We sell": not part of the topic. */
  opening: string;
}

const named =
  /^((?:\p{Lu}[\p{L}\p{N}.&'’-]*)(?:\s+\p{Lu}[\p{L}\p{N}.&'’-]*){0,2})(?:\s+(?:is|are|helps|lets|makes|offers|sells|does|provides|ist|bietet|verkauft|es|ofrece|vende|est|propose|vend|oferece|biedt|verkoopt|è|offre|propone)\s+|\s*[:–—|]\s+)(?:you\s+)?/u;
const pronouns = /^(?:we|i|our|my|the|a|an|wir|ich|nous|je|nosotros|wij|ik|nós|noi|io)$/i;
const acting = /^(?:we|i)\s+(?:also\s+)?(?=\p{L}{3,})/iu;
const longestThing = 80;

/** Reads the first sentence of a description, or the title of a website. */
export function readOffer({ description, pages }: Pick<ProposalSource, 'description' | 'pages'>, speech: CustomerLanguage): Offer {
  const { opening, closing, forWhom } = speeches[speech];
  const sentence = (description.trim() === '' ? [pages[0]?.title, pages[0]?.description].filter(Boolean).join('. ') : description)
    .slice(0, 600)
    .trim();
  const name = named.exec(sentence)?.[1] ?? '';
  const isName = name !== '' && !pronouns.test(name);
  const whole = isName ? sentence.replace(named, '') : sentence;
  const opened = whole.replace(opening, '');
  const isAction = speech === 'en' && acting.test(opened);
  const action = isAction ? readAction(opened.replace(acting, '')) : null;
  const found = forWhom.exec(sentence)?.[1]?.trim() ?? '';
  const audience = action?.audience || (speech === 'en' ? found : groupIn(found));
  const end = opened.search(closing);
  const thing = action?.thing ?? (end > 2 ? opened.slice(0, end) : opened);
  return {
    thing: speech === 'en' ? withoutCapital(plainThing(thing)) : plainThing(thing),
    ownName: isName ? name : '',
    audience,
    isPeople: speech !== 'en' || action?.audience === audience || speaksOfPeople(audience),
    action,
    opening: opening.exec(whole)?.[0] ?? '',
  };
}

/** In other languages: "for your home", "for all brands" name nobody. */
const nobody =
  /^(?:(?:ihr|dein|eu(?:e?r)|unser|sein|all|jed)(?:e[mnrs]?)?|[vn]uestr[oa]s?|sus?|tus?|tod[oa]s?|cada|cualquier|quienes|quien|que|votre|vos|notre|nos|ton|tes|leurs?|tou[st]|toutes?|chaque|ceux|celles|[vn]ostr[oaie]|tu[oai]e?|su[oai]e?|tutt[oaie]|ogni|qualsiasi|chi|che|seus?|suas?|vosso|vossa|nosso|nossa|qualquer|quem|uw|jouw|je|elke?|iedere?|iedereen|ons|onze|wie|wer)(?!\p{L})/iu;
const article = /^(?:der|die|das|den|dem|el|la|los|las|un[ao]?s?|le|les|des|une|os?|as?|um|uma|de|het|een|il|lo|gli|i)\s+/iu;
const groupIn = (phrase: string): string => (nobody.test(phrase) ? '' : phrase.replace(article, ''));

/** Without a second verb: "and repair broken ones". */
const plainThing = (text: string): string =>
  text
    .slice(0, longestThing)
    .replace(/\s(?:and|&)\s(?:also\s)?(?:repair|fix|install|sell|make|build|clean|rent|deliver|teach|design|manage|run|offer)\s.*$/i, '')
    .trim();

/** "Payroll software" begins a sentence; "WordPress hosting" and "ADHD coaching" are spelled so. */
const withoutCapital = (text: string): string =>
  /^\p{Lu}\p{Ll}+(?=\s|$)/u.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;

const peopleWho: Record<CustomerLanguage, (thing: string) => string> = {
  en: (thing) => `People who need ${thing}`,
  de: (thing) => `Menschen, die ${thing} suchen`,
  es: (thing) => `Personas que buscan ${thing}`,
  fr: (thing) => `Personnes qui cherchent ${thing}`,
  pt: (thing) => `Pessoas que procuram ${thing}`,
  nl: (thing) => `Mensen die ${thing} zoeken`,
  it: (thing) => `Persone che cercano ${thing}`,
};

const animals = /\b(?:dogs?|cats?|puppies|kittens|pets?|horses?|ponies|birds?|parrots?|rabbits?|fish|reptiles?)\b/i;

const children = /\b(?:toddlers?|babies|baby|infants?|newborns?|kids?|children|child|teens?|teenagers?|preschoolers?|pupils?)\b/i;

/** A target customer to start from if the text names none: better than an empty field. */
export function peopleFor({ thing, audience, isPeople }: Offer, speech: CustomerLanguage, regions: readonly string[]): string {
  if (speech === 'en' && audience !== '' && animals.test(audience)) return `Owners of ${audience}`;
  if (speech === 'en' && audience !== '' && children.test(audience)) return `Parents of ${audience}`;
  if (isPeople && audience !== '') return capitalized(audience);
  if (thing === '') return '';
  if (speech !== 'en') return peopleWho[speech](thing);
  return regions.length > 0 ? `People in ${regions.join(' or ')} who need ${thing}` : peopleWho.en(thing);
}

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
