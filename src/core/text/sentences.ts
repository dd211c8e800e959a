import type { Token } from './tokens.ts';

const quoted = /^[ \t]*(?:>|&gt;)/;
const fence = /^[ \t]*(?:```|~~~)/;

/**
 * A body in which quoted lines and fenced code are blanked out. Length and line ends stay, so that positions remain those of the
 * body.
 */
export function ownText(body: string): string {
  if (!body.includes('>') && !body.includes('&gt;') && !body.includes('```') && !body.includes('~~~')) return body;
  let fenced = false;
  return body
    .split('\n')
    .map((line) => {
      const isFence = fence.test(line);
      if (isFence) fenced = !fenced;
      return isFence || fenced || quoted.test(line) ? ' '.repeat(line.length) : line;
    })
    .join('\n');
}

/** Tokens `from` (inclusive) to `to` (exclusive). */
export interface Sentence {
  field: 'title' | 'body';
  from: number;
  to: number;
  question: boolean;
  /** Whether it goes on in the next. */
  isCut: boolean;
}

interface Source {
  tokens: readonly Token[];
  titleLength: number;
  title: string;
  body: string;
}

/** Endless sentences are cut, so that proximity within a sentence stays meaningful. */
const maxSentence = 60;

/** Splits title and body into sentences by what is between the words. */
export function splitSentences({ tokens, titleLength, title, body }: Source): Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const inTitle = at < titleLength;
    const text = inTitle ? title : body;
    const lastOfField = at === titleLength - 1 || at === tokens.length - 1;
    const gap = text.slice(tokens[at]?.end ?? 0, lastOfField ? text.length : tokens[at + 1]?.start);
    const question = asks(gap, lastOfField);
    const isEnd = lastOfField || question || endsSentence(gap);
    if (!isEnd && at - from < maxSentence) continue;
    sentences.push({
      field: inTitle ? 'title' : 'body',
      from,
      to: at + 1,
      question: question || (inTitle && readsAsQuestion(tokens, from, at + 1)),
      isCut: !isEnd || (!question && !gap.includes('\n') && abbreviation.test(text.slice(0, tokens[at]?.end).slice(-8))),
    });
    from = at + 1;
  }
  return sentences;
}

/** What comes before a full stop that ends no sentence. */
const abbreviation = /(?:^|[^\p{L}\p{N}])(?:e\.g|i\.e|vs|approx|mr|mrs|ms|dr|st)$/iu;
const opening = /["“‘'([$€£¥&@#]{0,8}$/u;
const closing = /^["”’')\]%$€£+#!?.…]{0,8}/u;

/** A sentence with its first and last character. */
export interface WholeSentence extends Sentence {
  start: number;
  end: number;
  /** Names it in its text: where it begins in the body; -1 for the title. */
  place: number;
}

/** Sentences as they were written: cut ones are whole again, and a title is one. */
export function wholeSentences({
  sentences,
  tokens,
  titleLength,
  title,
  body,
}: Source & { sentences: readonly Sentence[] }): WholeSentence[] {
  const joined: Sentence[] = [];
  for (const sentence of sentences) {
    const last = joined.at(-1);
    if (last?.field !== sentence.field || !(last.isCut || last.field === 'title')) joined.push(sentence);
    else joined[joined.length - 1] = { ...sentence, from: last.from, question: last.question || sentence.question };
  }
  return joined.map((sentence) => {
    const { from, to, field } = sentence;
    const text = field === 'title' ? title : body;
    const before = text.slice(from === 0 || from === titleLength ? 0 : tokens[from - 1]?.end, tokens[from]?.start);
    const start = (tokens[from]?.start ?? 0) - (opening.exec(before.slice(-8))?.[0].length ?? 0);
    const last = tokens[to - 1]?.end ?? start;
    const after = text.slice(last, to === titleLength ? text.length : tokens[to]?.start);
    const marks = (closing.exec(after)?.[0] ?? '').replace(/[.…]{1,8}$/u, '');
    return { ...sentence, start, end: last + marks.length, place: field === 'title' ? -1 : start };
  });
}

/** By a mark, or else before a word that joins clauses. */
const clauseEnd = /[,;:—–]\s|\s(?=(?:and|or|but|so|because|since|while|which|if|when)\s)/g;
const isMarked = ([end]: RegExpExecArray): boolean => end.length === 2;

/** Where clauses end in a text: what is in parentheses goes with what is around it. */
function clauseEndsIn(text: string): RegExpExecArray[] {
  let [isOpen, from] = [false, 0];
  return [...text.matchAll(clauseEnd)].filter(({ index }) => {
    const part = text.slice(from, index);
    const [opened, closed] = [part.lastIndexOf('('), part.lastIndexOf(')')];
    if (opened !== closed) isOpen = opened > closed;
    from = index;
    return !isOpen;
  });
}

/** Shorter quotes say little. */
export const minQuoteLength = 24;

/** A sentence in one line; of a longer one the clause with the character that counts, and as many after it as fit, none of them cut. */
export function shorten(sentence: string, { most, counted }: { most: number; counted: number }): string {
  const inLine = (text: string): string => text.split(/\s+/).join(' ').trim();
  if (inLine(sentence).length <= most) return inLine(sentence);
  const before = clauseEndsIn(sentence).findLast((end) => isMarked(end) && end.index + 2 <= counted);
  const text = inLine(sentence.slice(before ? before.index + 2 : 0));
  if (text.length <= most) return text;
  const ends = clauseEndsIn(text).filter(({ index }) => index >= minQuoteLength && index < most);
  const last = ends.findLast(isMarked) ?? ends.at(-1);
  return last ? `${text.slice(0, last.index)}…` : '';
}

/** Many titles have no question mark: "who do you use for gutters", "is it worth paying for one". */
function readsAsQuestion(tokens: readonly Token[], from: number, to: number): boolean {
  const [first = '', second = '', third = ''] = tokens.slice(from, Math.min(to, from + 3)).map(({ text }) => text);
  if (first === 'who' && second !== 'i' && second !== 'we') {
    return auxiliaries.has(second) || tokens.slice(from + 2, to).some(({ text }) => text === 'you' || text === 'your' || text === 'people');
  }
  if (openers.has(first)) return auxiliaries.has(second) || (first === 'how' && second === 'much' && auxiliaries.has(third));
  return auxiliaries.has(first) && subjects.has(second);
}
const openers = new Set(['what', 'where', 'which', 'how']);
const auxiliaries = new Set('do does did is are can could should would has have'.split(' '));
const subjects = new Set('it this that there anyone anybody someone somebody'.split(' '));

/** A question mark right before the next word is part of a URL. */
function asks(gap: string, last: boolean): boolean {
  const mark = gap.lastIndexOf('?');
  return mark !== -1 && (last || mark < gap.length - 1);
}

/** A full stop inside "1.5" or "node.js" doesn't end a sentence. */
function endsSentence(gap: string): boolean {
  if (gap.length === 0) return false;
  if (gap.includes('!') || gap.includes('\n')) return true;
  const stop = gap.indexOf('.');
  return stop !== -1 && gap.length > stop + 1;
}

/** Whether a sentence ends with this character; a full stop right before another one is a part of "1.5" or "node.js". */
export function endsSentenceAt(text: string, at: number): boolean {
  const char = text[at];
  return char === '\n' || char === '!' || char === '?' || (char === '.' && (text[at + 1] === undefined || /\s/.test(text[at + 1] ?? '')));
}

/** The sentences of a text as they are written, without the space around them. */
export const sentencesIn = (text: string): string[] =>
  text
    .split(/(?<=[.?!])\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
