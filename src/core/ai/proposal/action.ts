/** An offer phrased as an action: "I repair espresso machines". */
export interface Action {
  /** "espresso machine repair" */
  thing: string;
  /** "repair espresso machines" */
  doing: string;
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
export function gerundOf(verb: string): string {
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
export function readAction(text: string): Action | null {
  const lesson = teaching.exec(text);
  if (lesson) {
    const [, whom = '', verb = '', clause = ''] = lesson;
    const audience = `${whom} ${clause}`.trim();
    return {
      thing: `${gerundOf(verb.toLowerCase())} lessons`,
      doing: `teach ${whom} to ${verb}`,
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
    return { thing, doing: `${verb} ${what}`, object: what, audience, signs: signsOf[verb.toLowerCase()] ?? '' };
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
  return { thing: `${singularPhrase(object)} ${noun}`, doing: `${known} ${object}`, object, audience: '', signs: signsOf[known] ?? '' };
}
