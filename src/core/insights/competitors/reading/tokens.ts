import { termsAndMarksIn } from '#core/text/tokens.ts';

/**
 * Groups of words for patterns, as in `X {be} {so} {good}`. A lone group in brackets is optional.
 */
const groups: Record<string, string> = {
  be: 'is|are|was|were|seems|looks|feels|became|gets|getting',
  so: 'a|an|the|really|very|so|too|pretty|just|absolutely|extremely|incredibly|quite|super|totally|such|still|also|always|way|kind|of|all|fucking|freaking|actually|honestly|definitely|by|far|quickly|all|been|completely|simply|consistently|become|becoming',
  part: 'app|apps|support|customer|service|care|help|team|staff|interface|ui|ux|pricing|prices|price|plan|plans|billing|fees|fee|api|sync|syncing|dashboard|website|site|mobile|desktop|version|update|pro|premium|subscription|performance|delivery|shipping|software|platform|product|products|itself|software|client|web|internet|tech|editor|checkout|reps|rep|experience|documentation|docs|integration|integrations|here|for|me|us',
  good: 'great|awesome|amazing|excellent|fantastic|wonderful|perfect|best|brilliant|superb|solid|reliable|helpful|affordable|intuitive|flawless|lifesaver|outstanding|incredible|phenomenal|stellar|terrific|fabulous|fast|easy|good|nice|smooth|seamless|invaluable|godsend|rocks|easiest|unbeatable|superior|joy|pleasure|breeze|painless',
  bad: 'terrible|awful|horrible|bad|worst|worse|garbage|crap|crappy|shit|shitty|slow|buggy|unreliable|overpriced|expensive|pricey|costly|unusable|useless|joke|nightmare|scam|evil|broken|down|confusing|clunky|annoying|ridiculous|laggy|sluggish|bloated|unresponsive|outdated|horrendous|atrocious|pathetic|rubbish|trash|disgusting|disappointing|frustrating|infuriating|lousy|mess|disaster|insane|outrageous|complicated|complex|glitchy|janky|hell|greedy|crooks|thieves|scammers|incompetent|ripoff|shady|limited|sucks|suck|sucky|dead|dreadful|appalling|abysmal|poor|unacceptable|hostile|dishonest|lacking|messy|ugly|unintuitive|hopeless',
  instead: 'alternative|alternatives|replacement|replacements|substitute',
  will: 'will|ill|should|we|i|lets|must|wanna|gonna|could|can',
  aim: 'want|wants|wanted|looking|trying|need|plan|planning|going|like|love|decided|time',
  very: 'really|absolutely|still|just|also|totally|completely|honestly|do|am|always|definitely|personally|highly|would|can|so',
};
const expand = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => groups[name] ?? '');
export const patterns = (...texts: string[]) => texts.map((text) => patternOf(expand(text)));

/** Stands for the product in a sentence; tokens are lowercase, so none can equal it. */
export const namePlaceholder = 'X';
/** Ends a clause; no gap of a pattern reaches over it. */
export const clauseEnd = ',';

const pronouns = new Set(['it', 'they', 'its', 'their', 'them']);
const joining = new Set([clauseEnd, 'and', 'but', 'because', 'since', 'as', 'so', 'how']);
/** "We use Quillbill, and it …": a clause that ends so is about the product. */
const using = new Set(
  'use using used try trying tried bought buy have got installed with of love loved hate hated like recommend to on'.split(' '),
);
const spans = new Set(['for', 'last', 'this', 'today', 'yesterday', 'recently', 'once']);
const articles = new Set(['the', 'my', 'our', 'a']);
/** Further on, "it" is something else. */
const maxFromName = 7;

/** Web addresses and the targets of Markdown links name a product without saying anything about it. */
const address = /\]\([^)\s]*\)?|\b(?:https?:\/\/|www\.)\S+/giu;
export const withoutAddresses = (text: string): string => text.replaceAll(address, (found) => ' '.repeat(found.length));

/** Lowercase words, with a comma wherever a clause ends; "it's" and "Quillbill's" in parts. */
export function termsOf(text: string): string[] {
  const plain = withoutAddresses(text)
    .replaceAll(/&\w+;/g, ' , ')
    .replaceAll(/\b(it|that|he|she|there)['’]s\b/giu, '$1 is')
    .replaceAll(/\b(they|we|you)['’]re\b/giu, '$1 are')
    .replaceAll(/\bI['’]m\b/giu, 'I am')
    .replaceAll(/\b(I|you|we|they)['’]ve\b/giu, '$1 have')
    .replaceAll(/(\p{L})['’]s\b/giu, '$1');
  return plain
    .split(/[,;:()[\]“”"*|]+|\.+(?:\s|$)|\s[-–—]+\s|—|\n/u)
    .flatMap((clause, at) => (at === 0 ? termsAndMarksIn(clause) : [clauseEnd].concat(termsAndMarksIn(clause))));
}

/** Replaces each of the names (lists of words) in a sentence with one placeholder. */
export function withPlaceholder(words: readonly string[], names: readonly (readonly string[])[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length;) {
    const name = names.find((parts) => parts.length > 0 && parts.every((part, index) => words[at + index] === part));
    found.push(name ? namePlaceholder : (words[at] ?? ''));
    at += name?.length ?? 1;
  }
  return found;
}

/** Whether the name is what its clause speaks of: its subject, or what somebody uses at its end. */
function isTopic(words: readonly string[], at: number): boolean {
  const from = words.slice(0, at).lastIndexOf(clauseEnd) + 1;
  if (words[at + 1] === 'it') return false;
  const isSubject = at === from || (at === from + 1 && (articles.has(words[from] ?? '') || joining.has(words[from] ?? '')));
  if (isSubject) return true;
  const next = words[at + 1];
  return (next === undefined || spans.has(next) || joining.has(next)) && using.has(words[at - 1] ?? '');
}

const isEnd = (word: string | undefined): boolean => word === undefined || word === clauseEnd || word === '!';

/** "Quillbill, it keeps crashing", "use Quillbill and love it": the pronoun that begins or ends a clause soon after the name. */
export function withPronouns(words: readonly string[]): string[] {
  let last = -Infinity;
  return words.map((word, at) => {
    if (word === namePlaceholder) last = isTopic(words, at) ? at : -Infinity;
    const begins = joining.has(words[at - 1] ?? '') && at - last <= maxFromName;
    const ends = using.has(words[at - 1] ?? '') && isEnd(words[at + 1]) && at - last <= maxFromName + 4;
    return (pronouns.has(word) && begins) || (word === 'it' && ends) ? namePlaceholder : word;
  });
}

/** The sentence after the one with the name speaks of the product only if that one ends with it and this one begins with a pronoun. */
export function asFollowUp(words: readonly string[], before: readonly string[]): string[] | null {
  const from = words[0] === 'and' || words[0] === 'but' ? 1 : 0;
  const name = before.lastIndexOf(namePlaceholder);
  const rest = before.slice(name).filter((word, at, all) => word !== clauseEnd || at < all.length - 1);
  if (!pronouns.has(words[from] ?? '') || !isTopic(before, name) || rest.includes(clauseEnd) || rest.length > maxFromName) return null;
  return withPronouns([namePlaceholder, ...words.slice(from + 1)]);
}

/**
 * A phrase pattern: `|` separates alternatives, `*` stands for up to three words, `[a|b]` for up to two of these or none. `^`
 * begins a clause; `!a|b` and `$` look ahead: none of these follows, or nothing that makes another name of it ("love X updates").
 */
export type PhrasePattern = readonly string[];
export const patternOf = (text: string): PhrasePattern => text.split(' ');

/** What may follow the name when it is the whole object: "love X for", "love X support". */
const closing = new Set(
  `${clauseEnd} ? ! and but or because since as so for with when if in on at to i we you my our it its they their this that is are was which who while though although after before even too more than now just anymore again completely entirely altogether asap next last soon support customer service app here there until due over by right from`.split(
    ' ',
  ),
);
const maxBetween = 3;
const maxOptional = 2;

/** Where the pattern ends if it begins at `at`; null if it doesn't. */
function endAt(words: readonly string[], at: number, pattern: PhrasePattern): number | null {
  const [first, ...rest] = pattern;
  if (first === undefined) return at;
  if (first === '^') return (words[at - 1] ?? clauseEnd) === clauseEnd ? endAt(words, at, rest) : null;
  if (first === '$') return closing.has(words[at] ?? clauseEnd) ? endAt(words, at, rest) : null;
  if (first.startsWith('!'))
    return first
      .slice(1)
      .split('|')
      .includes(words[at] ?? '')
      ? null
      : endAt(words, at, rest);
  const isOptional = first.startsWith('[');
  if (first === '*' || isOptional) {
    const allowed = isOptional ? first.slice(1, -1).split('|') : null;
    for (let skipped = 0; skipped <= (allowed ? maxOptional : maxBetween); skipped += 1) {
      const end = endAt(words, at + skipped, rest);
      if (end !== null) return end;
      const next = words[at + skipped];
      if (next === undefined || next === clauseEnd || (allowed && !allowed.includes(next))) return null;
    }
    return null;
  }
  const word = words[at];
  return word !== undefined && first.split('|').includes(word) ? endAt(words, at + 1, rest) : null;
}

export interface Hit {
  start: number;
  end: number;
}
/** Everywhere one of the patterns begins. */
export const hitsOf = (words: readonly string[], wanted: readonly PhrasePattern[]): Hit[] =>
  wanted.flatMap((pattern) =>
    words.flatMap((_, start) => {
      const end = endAt(words, start, pattern);
      return end === null ? [] : [{ start, end }];
    }),
  );

export const holds = (words: readonly string[], wanted: readonly PhrasePattern[]): boolean =>
  wanted.some((pattern) => words.some((_, at) => endAt(words, at, pattern) !== null));
