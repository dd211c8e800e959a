/** Plural nouns for people, recognized by their ending; `things` lists the exceptions. */
const people =
  /(?:ers|ors|ists|ians|ees|ants|sses|folk|people|men|pros|coaches|brides|grooms|parents|students|clients|residents|patients|couples|teams|agencies|companies|startups|shops|stores|families|moms|mums|dads|kids|schools|clinics|practices|nonprofits|adults|singles|creatives|households|landlords)$/i;
const things =
  /(?:details|features|payments|processes|accesses|users?' needs|numbers|answers|papers|offers|orders|reminders|newsletters|computers|trackers|printers|errors|doors|colors|plants|grants|hassles|losses|headers|folders|filters|powers)$/i;
const plural = String.raw`((?:[\p{L}'’-]+\s+){0,3}?[\p{L}'’-]{2,}(?:s|people|women|men|folk))(?=[\s.,;:!?)]|$)(?:\s+(?:who|that|which)\s+([^.,;:!?\n]{4,90}))?`;
const forWhom = new RegExp(
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
export const speaksOfPeople = (phrase: string): boolean => phrase.split(/\s+/).some((word) => people.test(word)) && !things.test(phrase);

/** Target customers named in a text, quoted: "freelance designers who get paid late". */
export function listAudiences(text: string): string[] {
  const found = [...text.matchAll(forWhom)].flatMap(([, named = '', clause]) =>
    people.test(named) && !things.test(named) ? [tidy(isOfPeople(clause) ? `${named} who ${clause}` : named)] : [],
  );
  return unique(found).slice(0, maxAudiences);
}

/** Problems named in a text: clauses with words of trouble, and what it says about its target customers. */
export function listPainPoints(text: string): string[] {
  const ofPeople = [...text.matchAll(forWhom)].flatMap(([, named = '', clause]) =>
    isOfPeople(clause) && people.test(named) && painPattern.test(clause) ? [tidy(clause).replace(/^(?:are|is)\s+/i, '')] : [],
  );
  const chased = [...text.matchAll(chasing)].map(([, thing = '']) => tidy(thing));
  const clauses = text.split(/[.;:!?\n–—]+|,\s+(?=and\b|but\b|so\b|no\b|never\b)/u).map(tidy);
  const named = clauses.filter((clause) => painPattern.test(clause));
  const fitting = unique([...ofPeople, ...chased, ...named]).filter(({ length }) => length >= shortestPain && length <= longestPain);
  return fitting.filter((pain) => !fitting.some((other) => other !== pain && pain.includes(other))).slice(0, maxPainPoints);
}
