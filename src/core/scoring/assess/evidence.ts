import type { ComponentName, Evidence } from '#shared/scoring.ts';
import type { Cue } from '../reading/lexicon.ts';
import type { Reading } from '../reading/reading.ts';
import type { CueHit } from '../reading/parts.ts';
import { around, termsIn } from './asking.ts';
import type { Profile } from './profile.ts';

const longestQuote = 140;
const mostTerms = 3;

/** Tokens `from` up to but not including `to`, all of one field. */
interface Span {
  from: number;
  to: number;
}

/** The passages that speak for each component, literally. */
export function listEvidence(profile: Profile, reading: Reading): Evidence[] {
  const wants = bestHits(profile, reading, ['seek', 'choose', 'help']).slice(0, 2);
  const pains = bestHits(profile, reading, ['pain']).slice(0, 1);
  const urgent = reading.hits.filter(({ cue }) => cue === 'urgency').slice(0, 1);
  const asked = bestAsking(profile, reading);
  return [
    ...[...wants, ...pains].map((span) => quote(reading, span, 'intent')),
    ...(asked ? [quote(reading, asked, 'fit')] : []),
    ...listTerms(profile, reading).map((span) => quote(reading, span, 'relevance')),
    ...urgent.map((span) => quote(reading, span, 'urgency')),
  ].filter(({ text }) => text !== '');
}

/** Phrases of these lists, those among most of the campaign's terms first. */
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

/** Where the campaign's strongest terms stand first. */
function listTerms({ strongest }: Profile, { tokens, titleStems, bodyStems }: Reading): Span[] {
  const found: number[] = [];
  for (const stem of strongest) {
    if (found.length === mostTerms) break;
    if (titleStems.has(stem) || bodyStems.has(stem)) found.push(tokens.findIndex((token) => token.stem === stem));
  }
  return found.map((at) => ({ from: at, to: at + 1 }));
}

/** A passage of an item with its place; long ones end at a word. */
export function quote({ item, tokens, titleLength }: Reading, { from, to }: Span, why: ComponentName): Evidence {
  const field = from < titleLength ? 'title' : 'body';
  const start = tokens[from]?.start ?? 0;
  let last = to - 1;
  while (last > from && (tokens[last]?.end ?? 0) - start > longestQuote) last -= 1;
  const end = Math.max(start, tokens[last]?.end ?? start);
  return { text: (field === 'title' ? item.title : item.body).slice(start, end), start, end, field, why };
}
