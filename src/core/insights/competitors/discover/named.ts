export interface Named {
  name: string;
  quote: string;
}
interface Word {
  text: string;
  lower: string;
  start: number;
  end: number;
  /** What stands between it and the word before. */
  gap: string;
}

const inWord = /[\p{L}\p{N}]/u;
const joins = new Set(['.', '-', '&', '+', '’', "'"]);
const maxTokens = 6000;
const quoteReach = 110;

/** Words with their places; linear in the text. A dot between letters stays inside, as in `monday.com`. */
function tokensIn(text: string): Word[] {
  const words: Word[] = [];
  let from = -1;
  let last = 0;
  const end = (at: number): void => {
    if (from === -1) return;
    const word = text.slice(from, at);
    words.push({ text: word, lower: word.toLowerCase(), start: from, end: at, gap: text.slice(last, from) });
    last = at;
    from = -1;
  };
  for (let at = 0; at < text.length && words.length < maxTokens; at += 1) {
    const char = text[at] ?? '';
    const isInside = inWord.test(char) || (from !== -1 && joins.has(char) && inWord.test(text[at + 1] ?? ''));
    if (isInside && from === -1) from = at;
    if (!isInside) end(at);
  }
  end(text.length);
  return words;
}

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
const lists = new Set(['and', 'or', 'und', 'oder', 'y', 'o', 'et', 'ou', '&']);
/** Written with a capital for other reasons than being a name. */
const noNames = new Set(
  'i the a an and or our your my we you it its this that these those other another more most best better top free new why what how when who which all any no not yes use using try get see read learn sign start here there hiring hourly daily weekly monthly reddit google facebook instagram twitter x youtube linkedin tiktok excel spreadsheet spreadsheets paper email e-mail gmail amazon apple microsoft windows mac ios android us usa uk eu europe english ai api crm seo saas'.split(
    ' ',
  ),
);

const startsLikeName = (word: string): boolean =>
  /^[\p{Lu}\p{Lt}]/u.test(word) || /^[\p{L}\p{N}]+\.(?:com|io|ai|app|co|net|org|so|dev)$/iu.test(word);
const isName = ({ text, lower }: Word): boolean => startsLikeName(text) && !noNames.has(lower) && text.length >= 2 && text.length <= 30;
const isClose = (gap: string): boolean => gap.length <= 2 && !/[.!?\n:;()[\]|]/.test(gap);

/** A name of up to three words from `at` on. */
function nameFrom(words: readonly Word[], at: number): { name: string; next: number } | null {
  const parts: string[] = [];
  let next = at;
  for (let word = words[next]; word && parts.length < 3 && isName(word) && (parts.length === 0 || word.gap === ' '); word = words[next]) {
    parts.push(word.text.replace(/['’]s$/, ''));
    next += 1;
  }
  return parts.length === 0 ? null : { name: parts.join(' '), next };
}

/** "Trello, Asana and Monday": every name of a list. */
function namesFrom(words: readonly Word[], at: number): string[] {
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

function nameBefore(words: readonly Word[], at: number): string[] {
  const word = words[at - 1];
  return word && isName(word) && isClose(words[at]?.gap ?? '.') ? [word.text.replace(/['’]s$/, '')] : [];
}

function quoteAt(text: string, { start, end }: Word): string {
  const from = Math.max(0, start - quoteReach);
  const to = Math.min(text.length, end + quoteReach);
  return `${from > 0 ? '…' : ''}${text.slice(from, to).replaceAll(/\s+/g, ' ').trim().toWellFormed()}${to < text.length ? '…' : ''}`;
}

/** Names that a text puts beside something else ("vs", "alternative to", "switched from"), each with where it says so. */
export function namedIn(text: string): Named[] {
  const words = tokensIn(text);
  const found: Named[] = [];
  words.forEach((word, at) => {
    const cue = before.find((parts) => parts.every((part, index) => words[at + index]?.lower === part));
    const names = [...(cue ? namesFrom(words, at + cue.length) : []), ...(after.has(word.lower) ? nameBefore(words, at) : [])];
    for (const name of names) found.push({ name, quote: quoteAt(text, word) });
  });
  return found;
}

const slug = /^[a-z0-9]+(?:-[a-z0-9]+){0,2}$/;
const titled = (part: string): string =>
  part
    .split('-')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ');

/** Names in addresses such as `/alternatives/trello`, `/vs/trello`, `/compare/us-vs-trello`, `/trello-alternative`. */
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
