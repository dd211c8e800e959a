import type { Reading } from '../reading/reading.ts';

/** Tokens `from` (inclusive) to `to` (exclusive), within one sentence. */
export interface Span {
  from: number;
  to: number;
}

const clauseEnds = /[,;:—–]/;

const fieldAt = ({ titleLength, item }: Reading, at: number): string => (at < titleLength ? item.title : item.body);
const lengthOf = ({ tokens }: Reading, { from, to }: Span): number => (tokens[to - 1]?.end ?? 0) - (tokens[from]?.start ?? 0);
const sentenceAt = ({ sentences }: Reading, at: number): Span => {
  const { from, to } = sentences.find((sentence) => at >= sentence.from && at < sentence.to) ?? { from: at, to: at + 1 };
  return { from, to };
};

/** The sentence around a token; of one with more than `most` characters, its clause and as many whole ones after it as fit. */
export function clauseAround(reading: Reading, at: number, most: number): Span {
  const sentence = sentenceAt(reading, at);
  if (lengthOf(reading, sentence) <= most) return sentence;
  let from = at;
  while (from > sentence.from && !endsClause(reading, sentence.from, from)) from -= 1;
  let to = endOfClause(reading, sentence, at);
  while (to < sentence.to) {
    const next = endOfClause(reading, sentence, to);
    if (lengthOf(reading, { from, to: next }) > most) break;
    to = next;
  }
  return { from, to };
}

/** From a token to the end of its clause. */
export const restOfClause = (reading: Reading, at: number): Span => ({ from: at, to: endOfClause(reading, sentenceAt(reading, at), at) });

function endOfClause(reading: Reading, sentence: Span, at: number): number {
  let to = at + 1;
  while (to < sentence.to && !endsClause(reading, sentence.from, to)) to += 1;
  return to;
}

/** Whether a clause ends before this token: what is in parentheses goes with what is around it. */
function endsClause(reading: Reading, opening: number, at: number): boolean {
  const { tokens } = reading;
  const field = fieldAt(reading, at);
  const gap = field.slice(tokens[at - 1]?.end, tokens[at]?.start);
  return clauseEnds.test(gap) && !hasOpenParenthesis(field.slice(tokens[opening]?.start, tokens[at]?.start));
}

export const hasOpenParenthesis = (text: string): boolean => text.lastIndexOf('(') > text.lastIndexOf(')');
