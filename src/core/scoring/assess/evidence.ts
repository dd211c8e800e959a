import type { ComponentName, Evidence } from '#shared/scoring.ts';
import type { Cue } from '#core/text/lexicon.ts';
import type { Reading } from '../reading/reading.ts';
import type { CueHit } from '#core/text/cues.ts';
import { around, termsIn } from './asking.ts';
import { clauseAround, type Span } from './clauses.ts';
import type { Profile } from './profile.ts';
import { hasTitleForm } from './title-need.ts';
import { titleForm } from './title-form.ts';

const maxClauses = 4;
const maxQuoteLength = 240;

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
  const clauseOf = (at: number, why: ComponentName): Clause => ({ ...clauseAround(reading, at), why });
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

/** A passage of an item with its position; long passages end at a word boundary. */
export function quote({ item, tokens, titleLength }: Reading, { from, to }: Span, why: ComponentName): Evidence {
  const inTitle = from < titleLength;
  const field = inTitle ? item.title : item.body;
  const start = tokens[from]?.start ?? 0;
  let last = to - 1;
  while (last > from && (tokens[last]?.end ?? 0) - start > maxQuoteLength) last -= 1;
  const end = Math.max(start, tokens[last]?.end ?? start);
  return { text: field.slice(start, end), start, end, field: inTitle ? 'title' : 'body', why };
}
