import type { Token } from '#core/text/tokens.ts';
import type { Cue } from '#core/text/lexicon.ts';
import type { Reading } from '../reading/reading.ts';
import { termsIn } from './asking.ts';
import { clauseAround, type Span } from './clauses.ts';
import { isCommon } from './importance.ts';
import { unspecific } from './need.ts';
import { askedPhrase } from './object.ts';
import type { Profile } from './profile.ts';

/** A passage in which the author says what they need, and what kind of need it shows. */
export interface Passage extends Span {
  label: string;
}

interface Kind {
  label: string;
  /** How much it says about a need, compared with other kinds. */
  worth: number;
}

const kinds: Partial<Record<Cue, Kind>> = {
  seek: { label: 'Looking for', worth: 0.5 },
  choose: { label: 'Comparing', worth: 0.3 },
  help: { label: 'Asks for help', worth: 0.3 },
  pain: { label: 'Has a problem', worth: 0.25 },
  lacks: { label: 'Has a problem', worth: 0.25 },
};
export const joining: Kind = { label: 'Has the same need', worth: 0.5 };
const needing: Kind = { label: 'Needs', worth: 0.15 };
const asking: Kind = { label: 'Asks', worth: 0.2 };

/** Later words are cut, so the phrase that shows the need must begin within this many. */
const farthestCue = 9;
/** Characters. */
const maxPassage = 160;
const contentWorth = 0.12;
const maxContent = 7;
/** "I'm looking for someone" alone says nothing. */
const minContent = 2;
const inTitleAlready = 0.7;

/** The passage that says most about what the author needs; empty if that is the whole title. */
export function bestPassage(profile: Profile, reading: Reading): Passage | null {
  const ranked = weighedPassages(profile, reading)
    .map((passage) => ({ passage, rank: rankOf(profile, reading, passage) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank);
  const inBody = ranked.find(({ passage }) => passage.from >= reading.titleLength);
  if (inBody) return inBody.passage;
  const inTitle = ranked[0]?.passage;
  if (!inTitle) return null;
  const { from, to } = askedPhrase(profile, reading) ?? inTitle;
  return to - from > maxTitleShare * reading.titleLength ? { ...inTitle, to: inTitle.from } : { label: inTitle.label, from, to };
}

/** More of the title than this would be the title again. */
const maxTitleShare = 0.7;

interface Candidate extends Passage {
  worth: number;
}

function passages(reading: Reading): Candidate[] {
  const { hits, asking: sentences } = reading;
  const cued = hits.flatMap(({ cue, from }) => {
    const kind = cue === 'joins' && reading.thread ? joining : kinds[cue];
    return kind ? [{ ...kind, ...passageAround(reading, from) }] : [];
  });
  const plain = sentences.filter(({ from, to }) => !hits.some((hit) => kinds[hit.cue] && hit.from >= from && hit.from < to));
  const needed = reading.tokens.flatMap(({ text }, at) =>
    wanting.has(text) && subjects.has(reading.tokens[at - 1]?.text ?? '') ? [Object.assign(passageAround(reading, at), needing)] : [],
  );
  // A long sentence asks at its end.
  return [
    ...cued,
    ...needed,
    ...plain.map(({ to }) => Object.assign(withoutLeadIn(reading, clauseAround(reading, to - 1, maxPassage)), asking)),
  ];
}

/** The clause around a phrase, without what leads up to it. */
function passageAround(reading: Reading, at: number): Span {
  const clause = clauseAround(reading, at, maxPassage);
  const opens = reading.sentences.some(({ from }) => from === clause.from);
  if (opens && at - clause.from <= farthestCue) return withoutLeadIn(reading, clause);
  const from = subjectBefore(reading, { from: clause.from, to: at + 1 });
  return withoutLeadIn(reading, { from: at - from <= farthestCue ? from : clause.from, to: clause.to });
}

function withoutLeadIn({ tokens, item, titleLength, sentences }: Reading, { from, to }: Span): Span {
  const field = from < titleLength ? item.title : item.body;
  const isNumbering = ({ text, end }: Token): boolean => text.length < 3 && field[end] === ')';
  /** "Which of these does it?" begins with its question. */
  const isQuestion = ({ text }: Token, at: number): boolean =>
    text === 'which' && sentences.some((sentence) => sentence.from === from + at);
  const skipped = tokens
    .slice(from, to - 1)
    .findIndex((token, at) => isQuestion(token, at) || (!leadIns.has(token.text) && !isNumbering(token)));
  return { from: from + Math.max(0, skipped), to };
}

/** Where the author starts to speak of themselves, with "what can", "do", and the like before "I"; otherwise the beginning. */
function subjectBefore({ tokens }: Reading, { from, to }: Span): number {
  const subject = tokens.slice(from, to).findLastIndex(({ text }) => subjects.has(text));
  if (subject === -1) return from;
  let start = from + subject;
  while (start > from && interrogatives.has(tokens[start - 1]?.text ?? '')) start -= 1;
  return start;
}

const subjects = new Set(['i', 'im', 'ive', 'id', 'we', 'weve', 'were', 'wed']);
const wanting = new Set(['need', 'want', 'require']);
const interrogatives = new Set('do can should could would am will did have may must what how where when which who why'.split(' '));

const leadIns = new Set(
  'and but so or also then because hi hello hey basically anyway well ok okay now just plus however actually finally that which edit update tldr tl dr q'.split(
    ' ',
  ),
);

interface WeighedCandidate extends Candidate {
  /** Rank without the campaign's terms. */
  plain: number;
  repeats: boolean;
}

/** Cached, because it is the same for all campaigns. */
const known = new WeakMap<Reading, readonly WeighedCandidate[]>();

function weighedPassages(profile: Profile, reading: Reading): readonly WeighedCandidate[] {
  const found = known.get(reading) ?? passages(reading).flatMap((passage) => weighed(profile, reading, passage));
  known.set(reading, found);
  return found;
}

function weighed(profile: Profile, reading: Reading, passage: Candidate): WeighedCandidate[] {
  const content = contentOf(profile, reading, passage);
  if (content.size < minContent) return [];
  const title = new Set(reading.tokens.slice(0, reading.titleLength).map(({ text }) => text));
  const repeated = [...content].filter((word) => title.has(word)).length / content.size;
  const plain = passage.worth + contentWorth * Math.min(maxContent, content.size);
  return [Object.assign(passage, { plain, repeats: passage.from >= reading.titleLength && repeated >= inTitleAlready })];
}

function rankOf(profile: Profile, reading: Reading, { from, to, plain, repeats }: WeighedCandidate): number {
  const rank = plain + termsIn(profile, reading, { from, to });
  return repeats ? rank / 3 : rank;
}

const empty = new Set(
  'http https www com sorry apologies apologize subreddit wrong right place question questions post thread title'.split(' '),
);

/** Distinctive words of a passage; addresses and paths don't count. */
function contentOf({ language }: Profile, { tokens }: Reading, { from, to }: Span): Set<string> {
  const words = tokens.slice(from, to).filter(({ text, stem }) => {
    if (unspecific.has(text) || empty.has(text)) return false;
    return stem >= 0 ? !isCommon(stem, language.background) : text.length > 2;
  });
  return new Set(words.map(({ text }) => text));
}
