import type { Assessment } from '#shared/scoring.ts';
import type { Cue } from '../reading/lexicon.ts';
import type { Reading } from '../reading/reading.ts';
import type { CueHit } from '../reading/parts.ts';
import { bestHits, quote } from './evidence.ts';
import type { Profile } from './profile.ts';

const longestReason = 120;
const longestClause = 14;
/** "I'm looking for" says less than what comes after it. */
const tellingWords = 4;
const consideredHits = 3;
const clauseEnds = new Set([',', ';', ':', '(', ')', '.', '!', '?', '\n', '—', '–']);

type Judged = Pick<Assessment, 'role' | 'solved' | 'fitNone'>;

/** Why the item scores as it does, in plain words with a quote; at most 120 characters. */
export function reasonOf(profile: Profile, reading: Reading, judged: Judged): string {
  const said = (lists: readonly Cue[]): string | null => {
    const hits = bestHits(profile, reading, lists).slice(0, consideredHits);
    const clauses = hits.map((hit) => clauseOf(reading, hit));
    return clauses.find((clause) => clause.split(' ').length >= tellingWords) ?? clauses[0] ?? null;
  };
  if (judged.role === 'seller') return compose('Offers rather than needs', said(['seller', 'teach']));
  if (judged.fitNone) return 'About something else';
  if (judged.solved) return compose('Already solved', said(['solved']));
  const hurry = reading.hits.some(({ cue }) => cue === 'urgency') ? ', in a hurry' : '';
  const seeks = said(['seek']);
  if (seeks) return compose(`Looks for something${hurry}`, seeks);
  const weighs = said(['choose']);
  if (weighs) return compose(`Weighs options${hurry}`, weighs);
  const asks = said(['help']);
  if (asks) return compose(`Asks for help${hurry}`, asks);
  const suffers = said(['pain']);
  return suffers ? compose('Has trouble', suffers) : 'Talks about it, asks for nothing';
}

/** From a phrase to the end of its clause. */
function clauseOf(reading: Reading, { from, sentence }: CueHit): string {
  const { tokens, titleLength, item } = reading;
  const limit = Math.min(reading.sentences[sentence]?.to ?? from + 1, from + longestClause);
  const field = from < titleLength ? item.title : item.body;
  let to = from + 1;
  while (to < limit && !endsClause(field.slice(tokens[to - 1]?.end, tokens[to]?.start))) to += 1;
  return quote(reading, { from, to }, 'intent').text;
}

const endsClause = (gap: string): boolean => gap.split('').some((char) => clauseEnds.has(char));

function compose(words: string, said: string | null): string {
  if (said === null) return words;
  const room = longestReason - words.length - 4;
  const plain = said.split(' ').filter((word) => word !== '');
  while (plain.length > 1 && plain.join(' ').length > room) plain.pop();
  const quoted = plain.join(' ');
  return quoted.length > room ? words : `${words}: “${quoted}”`;
}
