import type { Reading } from '../reading/reading.ts';

/** Tokens `from` (inclusive) to `to` (exclusive), within one sentence. */
export interface Span {
  from: number;
  to: number;
}

const maxSentence = 26;
const maxClause = 18;
const clauseEnds = /[,;:()—–]/;

/** The sentence around a token, or its clause if the sentence is long. */
export function clauseAround(reading: Reading, at: number): Span {
  const sentence = reading.sentences.find(({ from, to }) => at >= from && at < to) ?? { from: at, to: at + 1 };
  if (sentence.to - sentence.from <= maxSentence) return { from: sentence.from, to: sentence.to };
  let from = at;
  while (from > sentence.from && !endsClause(reading, from)) from -= 1;
  let to = at + 1;
  while (to < sentence.to && to - from < maxClause && !endsClause(reading, to)) to += 1;
  return { from, to };
}

/** From a token to the end of its clause. */
export function restOfClause(reading: Reading, at: number): Span {
  const end = reading.sentences.find(({ from, to }) => at >= from && at < to)?.to ?? at + 1;
  let to = at + 1;
  while (to < end && to - at < maxClause && !endsClause(reading, to)) to += 1;
  return { from: at, to };
}

/** Whether a clause ends before this token. */
function endsClause({ tokens, titleLength, item }: Reading, at: number): boolean {
  const field = at < titleLength ? item.title : item.body;
  return clauseEnds.test(field.slice(tokens[at - 1]?.end, tokens[at]?.start));
}
