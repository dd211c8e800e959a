import type { Assessment, Evidence } from '#shared/scoring.ts';
import type { Cue } from '../reading/lexicon.ts';
import type { CueHit } from '../reading/parts.ts';
import type { Reading } from '../reading/reading.ts';
import { termsIn } from './asking.ts';
import { clauseAround, restOfClause } from './clauses.ts';
import { listConstraints } from './constraints.ts';
import { bestHits, quote } from './evidence.ts';
import type { Profile } from './profile.ts';

const maxReasonLength = 120;
/** A truncated clause must still be meaningful. */
const minQuoteLength = 24;
/** "I'm looking for" means less than what follows it. */
const minTerms = 4;
const consideredHits = 4;
/** Phrases that are followed by what the author wants; others are read with the text before them. */
const openers: ReadonlySet<Cue> = new Set<Cue>(['seek', 'choose', 'seller', 'promotes', 'teach']);

type Scored = Pick<Assessment, 'role' | 'solved' | 'fitNone' | 'components' | 'evidence'>;
/** From this need on, an author seems to want something even if no known phrase shows it. */
const wantsSomething = 0.5;

/** Who needs what, in one line with the author's own words; at most 120 characters. */
export function reasonOf(profile: Profile, reading: Reading, scored: Scored): string {
  const said = (lists: readonly Cue[]): string | null => bestClause(profile, reading, lists);
  if (scored.role === 'seller') return compose('Offers it, does not need it', said(['promotes', 'seller', 'teach']), []);
  if (scored.fitNone) return 'About something else';
  if (scored.solved) return compose('Solved already', said(['solved']), []);
  const constraints = listConstraints(reading);
  const needs: [string, readonly Cue[]][] = [
    ['Looking for', ['seek']],
    ['Comparing', ['choose']],
    ['Has the same need', ['joins']],
    ['Asks for help', ['help']],
    ['Has a problem', ['pain', 'lacks']],
  ];
  for (const [label, lists] of needs) {
    const clause = said(lists);
    if (clause) return compose(label, clause, constraints);
  }
  const [asked] = reading.asking;
  if (asked) return compose('Asks', quote(reading, clauseAround(reading, asked.from), 'intent').text, constraints);
  return wants(scored) ? compose('Seems to need it', spokenNeed(scored.evidence), constraints) : 'Mentions it, asks for nothing';
}

const wants = ({ components }: Scored): boolean => (components.intent ?? 0) >= wantsSomething;

/** The longest quote: it usually has the most detail. */
const spokenNeed = (evidence: readonly Evidence[]): string | null =>
  evidence.toSorted((a, b) => b.text.length - a.text.length)[0]?.text ?? null;

/** The most informative clause about what the author wants, preferably from the body rather than the title. */
function bestClause(profile: Profile, reading: Reading, lists: readonly Cue[]): string | null {
  const hits = bestHits(profile, reading, lists);
  const isDistinctive = (hit: CueHit): boolean => termsIn(profile, reading, clauseAround(reading, hit.from)) > 0;
  const inBody = hits.filter((hit) => hit.from >= reading.titleLength && isDistinctive(hit));
  const considered = [...inBody, ...hits].slice(0, consideredHits);
  const whole = !lists.some((cue) => openers.has(cue));
  const clauses = considered.map(({ from }) => quote(reading, (whole ? clauseAround : restOfClause)(reading, from), 'intent').text);
  return clauses.find((clause) => clause.split(' ').length >= minTerms) ?? clauses[0] ?? null;
}

function compose(label: string, said: string | null, constraints: readonly string[]): string {
  if (said === null) return label;
  const bound = constraints.length > 0 ? ` · ${constraints.join(' · ')}` : '';
  const space = maxReasonLength - label.length - 4;
  const quoted = cut(said, space - bound.length);
  if (quoted !== null && (quoted.length >= minQuoteLength || bound === '' || quoted === cut(said, space)))
    return `${label}: “${quoted}”${bound}`;
  const alone = cut(said, space);
  return alone === null ? label : `${label}: “${alone}”`;
}

/** As many whole words as fit, or null when none does. */
function cut(text: string, space: number): string | null {
  const terms = text.split(/\s+/).filter((word) => word !== '');
  while (terms.length > 1 && terms.join(' ').length > space) terms.pop();
  const kept = terms.join(' ');
  return kept.length > space || kept === '' ? null : kept;
}
