import type { ComponentName, Evidence } from '#shared/scoring.ts';
import type { Cue } from '#core/text/lexicon.ts';
import type { Reading } from '../reading/reading.ts';
import type { CueHit } from '#core/text/cues.ts';
import type { Token } from '#core/text/tokens.ts';
import { around, termsIn } from './asking.ts';
import { separatorOf } from './budgets.ts';
import { clauseAround, hasOpenParenthesis, type Span } from './clauses.ts';
import type { Profile } from './profile.ts';
import { hasTitleForm } from './title-need.ts';
import { titleForm } from './title-form.ts';

const maxClauses = 4;
/** Longer sentences are quoted by their clauses. */
const maxQuoteLength = 320;

interface Clause extends Span {
  why: ComponentName;
}

/** At most four whole clauses by the author that support the score, in reading order, without overlaps. */
export function listEvidence(profile: Profile, reading: Reading): Evidence[] {
  const found: Clause[] = [];
  for (const clause of candidates(profile, reading)) {
    if (found.length === maxClauses) break;
    if (!found.some(({ from, to }) => clause.from < to && from < clause.to)) found.push(clause);
  }
  return found
    .toSorted((a, b) => a.from - b.from)
    .map((clause) => quote(reading, clause, clause.why))
    .filter(({ text }) => text !== '');
}

/** Strongest evidence first. */
function candidates(profile: Profile, reading: Reading): Clause[] {
  const clauseOf = (at: number, why: ComponentName): Clause => ({ ...clauseAround(reading, at, maxQuoteLength), why });
  const bestOf = (lists: readonly Cue[], why: ComponentName): Clause[] =>
    bestHits(profile, reading, lists).map(({ from }) => clauseOf(from, why));
  const asked = bestAsking(profile, reading);
  const [term] = streamsOfTerms(profile, reading);
  // A title may ask by its form alone.
  const whole = hasTitleForm(reading) && titleForm(reading).asks > 0 ? [clauseOf(0, 'intent')] : [];
  return [
    ...bestOf(['seek', 'choose', 'help', 'joins'], 'intent').slice(0, 1),
    ...(asked ? [clauseOf(asked.from, 'fit')] : []),
    ...bestOf(['pain', 'lacks'], 'intent').slice(0, 1),
    ...bestOf(['urgency'], 'urgency').slice(0, 1),
    ...(term === undefined ? [] : [clauseOf(term, 'relevance')]),
    ...bestOf(['budget'], 'fit').slice(0, 1),
    ...bestOf(['seek', 'choose', 'help', 'joins'], 'intent').slice(1),
    ...whole,
  ];
}

/** Phrases from these lists, those near most of the campaign's terms first. */
export function bestHits(profile: Profile, reading: Reading, lists: readonly Cue[]): CueHit[] {
  const hits = reading.hits.filter(({ cue }) => lists.includes(cue));
  const weight = (hit: CueHit): number => termsIn(profile, reading, around(hit, reading)) + (hit.from < reading.titleLength ? 0.2 : 0);
  return hits
    .map((hit) => ({ hit, rank: weight(hit) }))
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ hit }) => hit);
}

function bestAsking(profile: Profile, reading: Reading): Span | undefined {
  const ranked = reading.asking.map((sentence) => ({ sentence, rank: termsIn(profile, reading, sentence) }));
  return ranked.filter(({ rank }) => rank > 0).toSorted((a, b) => b.rank - a.rank)[0]?.sentence;
}

/** Token positions of the campaign's terms, strongest term first. */
function streamsOfTerms({ strongest }: Profile, { tokens, titleStems, bodyStems }: Reading): number[] {
  const stem = strongest.find((one) => titleStems.has(one) || bodyStems.has(one));
  return stem === undefined ? [] : [tokens.findIndex((token) => token.stem === stem)];
}

/** A passage of an item with its position, and the mark of a question; long passages end at a word boundary, none in a number. */
export function quote(reading: Reading, span: Span, why: ComponentName): Evidence {
  const { item, tokens, titleLength, sentences } = reading;
  const inTitle = span.from < titleLength;
  const field = inTitle ? item.title : item.body;
  const { from, to } = withWholeNumbers(tokens, span, field);
  const start = tokens[from]?.start ?? 0;
  let last = to - 1;
  while (last > from && (tokens[last]?.end ?? 0) - start > maxQuoteLength) last -= 1;
  let end = Math.max(start, tokens[last]?.end ?? start);
  if (field[end] === ')' && hasOpenParenthesis(field.slice(start, end))) end += 1;
  if (field[end] === '?' && last === to - 1 && sentences.some((sentence) => sentence.to === to)) end += 1;
  return { text: field.slice(start, end), start, end, field: inTitle ? 'title' : 'body', why };
}

/** Endless sentences are cut after so many words, which may be between "5" and "000". */
function withWholeNumbers(tokens: readonly Token[], { from, to }: Span, field: string): Span {
  const isOne = (at: number): boolean => {
    const [before, token] = [tokens[at - 1], tokens[at]];
    return before !== undefined && token !== undefined && separatorOf(before, token, field) !== null;
  };
  return { from: isOne(from) ? from - 1 : from, to: isOne(to) ? to + 1 : to };
}
