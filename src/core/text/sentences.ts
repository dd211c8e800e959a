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
    if (!lastOfField && !question && !endsSentence(gap) && at - from < maxSentence) continue;
    sentences.push({
      field: inTitle ? 'title' : 'body',
      from,
      to: at + 1,
      question: question || (inTitle && readsAsQuestion(tokens, from, at + 1)),
    });
    from = at + 1;
  }
  return sentences;
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
