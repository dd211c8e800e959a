import { isOrdinaryWord } from '#core/text/background.ts';
import { type WrittenWord, writtenTermsIn } from '#core/text/tokens.ts';

export interface Named {
  name: string;
  quote: string;
}
const quoteReach = 110;

const before = [
  'alternative to',
  'alternatives to',
  'vs',
  'versus',
  'instead of',
  'compared to',
  'compared with',
  'switch from',
  'switched from',
  'switching from',
  'migrate from',
  'migrated from',
  'migrating from',
  'moving from',
  'moved from',
  'moving away from',
  'replace',
  'replaces',
  'replacing',
  'replacement for',
  'unlike',
  'import from',
  'tools like',
  'apps like',
  'software like',
  'competitors like',
  'better than',
  'cheaper than',
  'ersatz für',
  'alternative zu',
  'alternativa a',
  'alternative à',
  'im vergleich zu',
].map((cue) => cue.split(' '));
const after = new Set(['vs', 'versus', 'alternative', 'alternatives', 'replacement', 'competitor', 'competitors']);
/** Precede a company name in a sentence about buying or selling: "bought from Whole Latte Love". */
const firmBefore = new Set(['from', 'at', 'through', 'via', 'like', 'than', 'with', 'as']);
const firmAfter = new Set(['sells', 'sell', 'carries', 'carry', 'stocks', 'charges', 'charge', 'ships', 'offers']);
const market = new Set(
  'shop shops store stores retailer retailers dealer dealers vendor vendors seller sellers reseller resellers supplier suppliers provider providers agency agencies firm firms company companies competitor competitors buy buying bought order ordered ordering purchased hired sell sells selling carry carries stocks charges ships'.split(
    ' ',
  ),
);
const sentenceReach = 25;
/** What one pays or ships with isn't whom one buys from: "we pay via American Express". */
const means = new Set(['with', 'through', 'via']);
const meansOf = new Set(
  'pay pays paid paying payment payments payable checkout card cards transfer ship ships shipped shipping send sends sent sending deliver delivered login log logged sign signed'.split(
    ' ',
  ),
);
const meansReach = 5;
const payments = new Set([
  'american express',
  'amex card',
  'master card',
  'apple pay',
  'google pay',
  'amazon pay',
  'samsung pay',
  'western union',
  'visa card',
  'cash app',
  'credit card',
]);
const lists = new Set(['and', 'or', 'und', 'oder', 'y', 'o', 'et', 'ou', '&']);
/** Often capitalized without being the name of a competitor. */
const noNames = new Set(
  'i the a an and or our your my we you it its this that these those other another more most best better top free new why what how when who which all any no not yes use using try get see read learn sign start here there hiring hourly daily weekly monthly reddit google facebook instagram twitter x youtube linkedin tiktok excel spreadsheet spreadsheets paper email e-mail gmail amazon apple microsoft windows mac ios android us usa uk eu europe english ai api crm seo saas'.split(
    ' ',
  ),
);

const startsLikeName = (word: string): boolean =>
  /^[\p{Lu}\p{Lt}]/u.test(word) || /^[\p{L}\p{N}]+\.(?:com|io|ai|app|co|net|org|so|dev)$/iu.test(word);
const isName = ({ text, lower }: WrittenWord): boolean =>
  startsLikeName(text) && !noNames.has(lower) && text.length >= 2 && text.length <= 30;
const isClose = (gap: string): boolean => gap.length <= 2 && !/[.!?\n:;()[\]|]/.test(gap);

/** A name of up to three words that starts at `at`. */
function nameFrom(words: readonly WrittenWord[], at: number): { name: string; next: number } | null {
  const parts: string[] = [];
  let next = at;
  for (let word = words[next]; word && parts.length < 3 && isName(word) && (parts.length === 0 || word.gap === ' '); word = words[next]) {
    parts.push(word.text.replace(/['’]s$/, ''));
    next += 1;
  }
  return parts.length === 0 ? null : { name: parts.join(' '), next };
}

/** "Trello, Asana and Monday": every name of a list. */
function namesFrom(words: readonly WrittenWord[], at: number): string[] {
  const names: string[] = [];
  for (let found = isClose(words[at]?.gap ?? '.') ? nameFrom(words, at) : null; found && names.length < 6;) {
    names.push(found.name);
    const next = words[found.next];
    if (!next) break;
    const isListed = lists.has(next.lower);
    if (!isListed && next.gap.trim() !== ',' && next.gap.trim() !== '/') break;
    found = nameFrom(words, isListed ? found.next + 1 : found.next);
  }
  return names;
}

/** A name of up to three words that ends before `at`. */
function nameBefore(words: readonly WrittenWord[], at: number): string[] {
  const parts: string[] = [];
  for (let index = at - 1; parts.length < 3; index -= 1) {
    const [word, next] = [words[index], words[index + 1]];
    if (!word || !next || !isName(word) || (parts.length === 0 ? !isClose(next.gap) : next.gap !== ' ')) break;
    parts.unshift(word.text.replace(/['’]s$/, ''));
  }
  return parts.length === 0 ? [] : [parts.join(' ')];
}

const endsSentence = (gap: string): boolean => /[.!?\n]/.test(gap);

/** Whether the sentence around a token is about buying, selling, or companies. */
function isAboutMarket(words: readonly WrittenWord[], at: number): boolean {
  for (let index = at; index >= 0 && at - index < sentenceReach; index -= 1) {
    if (market.has(words[index]?.lower ?? '')) return true;
    if (endsSentence(words[index]?.gap ?? '')) break;
  }
  for (let index = at + 1; index < words.length && index - at < sentenceReach; index += 1) {
    if (endsSentence(words[index]?.gap ?? '')) break;
    if (market.has(words[index]?.lower ?? '')) return true;
  }
  return false;
}

/** Whether a preposition introduces how something is paid or sent. */
function introducesMeans(words: readonly WrittenWord[], at: number): boolean {
  if (!means.has(words[at]?.lower ?? '')) return false;
  for (let index = at - 1; index >= 0 && at - index <= meansReach; index -= 1) {
    if (endsSentence(words[index + 1]?.gap ?? '')) return false;
    if (meansOf.has(words[index]?.lower ?? '')) return true;
  }
  return false;
}

/** Company names of two or more words after a preposition or before a verb of selling. */
function firmsAt(words: readonly WrittenWord[], at: number): string[] {
  const lower = words[at]?.lower ?? '';
  const isBefore = firmBefore.has(lower) && (lower !== 'as' || words[at - 1]?.lower === 'such');
  if (!isBefore && !firmAfter.has(lower)) return [];
  if (introducesMeans(words, at)) return [];
  const listed = isBefore ? namesFrom(words, at + 1) : nameBefore(words, at);
  const names = listed.filter((name) => name.includes(' ') && !payments.has(name.toLowerCase()));
  return names.length > 0 && isAboutMarket(words, at) ? names : [];
}

/** "Gasket replacement takes a day": capitalized only because it starts the sentence. */
const isPart = (words: readonly WrittenWord[], at: number): boolean =>
  words[at]?.lower === 'replacement' && (at === 1 || endsSentence(words[at - 1]?.gap ?? ''));

function lineAround(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', at) + 1, end === -1 ? text.length : end).slice(0, 400);
}

/** In a line without lowercase words, capitals don't show which words are names. */
const isHeading = (line: string): boolean => !/(?<!\p{L})\p{Ll}{4}/u.test(line);

/** "Pump replacement", "Water Pump vs …" in a heading: ordinary words in title case. */
function isCommonNoun(name: string, line: string): boolean {
  const parts = name.split(' ');
  return isOrdinaryWord(parts.at(-1) ?? '') && (parts.length === 1 || isHeading(line));
}

function quoteAt(text: string, { start, end }: WrittenWord): string {
  const from = Math.max(0, start - quoteReach);
  const to = Math.min(text.length, end + quoteReach);
  return `${from > 0 ? '…' : ''}${text.slice(from, to).replaceAll(/\s+/g, ' ').trim().toWellFormed()}${to < text.length ? '…' : ''}`;
}

/** Names that a text compares or buys from ("vs", "alternative to", "bought from"), each with a quote. */
export function namedIn(text: string): Named[] {
  const words = writtenTermsIn(text);
  const found: Named[] = [];
  words.forEach((word, at) => {
    const cue = before.find((parts) => parts.every((part, index) => words[at + index]?.lower === part));
    const names = new Set([
      ...(cue ? namesFrom(words, at + cue.length) : []),
      ...(after.has(word.lower) && !isPart(words, at) ? nameBefore(words, at) : []),
      ...firmsAt(words, at),
    ]);
    for (const name of names) if (!isCommonNoun(name, lineAround(text, word.start))) found.push({ name, quote: quoteAt(text, word) });
  });
  return found;
}

const slug = /^[a-z0-9]+(?:-[a-z0-9]+){0,2}$/;
const titled = (part: string): string =>
  part
    .split('-')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ');

/** The name in a path such as `/alternatives/trello`, `/vs/trello`, `/compare/us-vs-trello`, `/trello-alternative`. */
export function namedInPath(path: string): string | null {
  const parts = path
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  if (!slug.test(last) && !last.includes('-vs-')) return null;
  if (last.includes('-vs-')) return titled(last.split('-vs-').at(-1) ?? '');
  if (last.startsWith('vs-')) return titled(last.slice(3));
  const [, named] = /^(.+)-(?:alternatives?|competitors?)$/.exec(last) ?? [];
  if (named !== undefined) return titled(named);
  const parent = parts.at(-2) ?? '';
  return /^(?:alternatives?|vs|versus|compare|comparisons?|switch-from)$/.test(parent) ? titled(last) : null;
}
