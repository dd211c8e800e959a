import type { Assessment, Evidence } from '#shared/scoring.ts';
import type { Cue } from '#core/text/lexicon.ts';
import type { Reading } from '../reading/reading.ts';
import { hasOpenParenthesis, restOfClause, type Span } from './clauses.ts';
import { listConstraints } from './constraints.ts';
import { bestHits, quote } from './evidence.ts';
import { askedPhrase } from './object.ts';
import type { Profile } from './profile.ts';
import { hasTitleForm } from './title-need.ts';
import { titleForm } from './title-form.ts';
import { fittingPart } from './offer-parts.ts';
import { bestPassage, joining, type Passage } from './passage.ts';

const maxReasonLength = 200;
/** A truncated clause must still be meaningful. */
const minQuoteLength = 24;

type Scored = Pick<Assessment, 'role' | 'solved' | 'fitNone' | 'components' | 'evidence'>;
/** From this need on, an author seems to want something even if no known phrase shows it. */
const wantsSomething = 0.5;

/** Who needs what, and why the offering fits, in one line with the author's own words; at most 200 characters. */
export function reasonOf(profile: Profile, reading: Reading, scored: Scored): string {
  if (scored.role === 'seller')
    return compose('Offers it, does not need it', firstOf(profile, reading, ['promotes', 'seller', 'teach']), []);
  if (scored.fitNone) return 'About something else';
  if (scored.solved) return compose('Solved already', firstOf(profile, reading, ['solved']), []);
  const constraints = listConstraints(reading);
  const passage = bestPassage(profile, reading);
  if (passage) return reasonOfPassage(profile, reading, { passage, constraints });
  if (!wants(scored)) return 'Mentions it, asks for nothing';
  return hasTitleForm(reading)
    ? reasonOfTitle(profile, reading, constraints)
    : compose('May need it', spokenNeed(scored.evidence), constraints);
}

function reasonOfPassage(
  profile: Profile,
  reading: Reading,
  { passage, constraints }: { passage: Passage; constraints: readonly string[] },
): string {
  const fit = fittingPart(profile, reading, passage);
  const offered = fit === null ? [] : [`fits “${fit}”`];
  if (passage.from === passage.to) return compose('Asks in the title', null, [...constraints, ...offered]);
  const said = spoken(reading, passage);
  // Only the thread says what "I need the same thing" means, and somebody else wrote its title.
  const thread = passage.label === joining.label ? cut(reading.item.title, maxThread) : null;
  const bounds = [...(thread === null ? [] : [`in the thread “${thread}”`]), ...constraints];
  const whole = compose(passage.label, said, [...bounds, ...offered]);
  // What the author says comes first.
  return whole.includes('…”') ? compose(passage.label, said, bounds) : whole;
}
const maxThread = 80;

/** Of a title whose form alone shows what it wants: "FreshBooks or Wave for a two person studio". */
function reasonOfTitle(profile: Profile, reading: Reading, constraints: readonly string[]): string {
  const { asks, trouble } = titleForm(reading);
  if (trouble > asks) return compose('Has a problem', null, constraints);
  const compared = comparedIn(reading);
  if (compared) return compose('Comparing', quote(reading, compared, 'intent').text, constraints);
  const phrase = askedPhrase(profile, reading);
  return phrase
    ? compose('Looking for', quote(reading, phrase, 'intent').text, constraints)
    : compose('Asks in the title', null, constraints);
}

/** "FreshBooks or Wave" in "FreshBooks or Wave for a two person studio". */
function comparedIn({ tokens, titleLength }: Reading): Span | null {
  const at = tokens.slice(0, titleLength).findIndex(({ text }) => text === 'or' || text === 'vs' || text === 'versus');
  if (at < 1) return null;
  const end = tokens.slice(at + 2, titleLength).findIndex(({ text }) => afterCompared.has(text));
  return end === -1 ? null : { from: 0, to: at + 2 + end };
}
const afterCompared = new Set('for to in at with if when as on is are who which what'.split(' '));

const wants = ({ components }: Scored): boolean => (components.intent ?? 0) >= wantsSomething;

/** A passage's text; marked as cut if its sentence goes on. */
function spoken(reading: Reading, passage: Span): string {
  const { text } = quote(reading, passage, 'intent');
  const isWhole = reading.sentences.some(({ to }) => to === passage.to) || passage.to <= reading.titleLength;
  return isWhole ? text : `${text}…`;
}

/** The longest quote: it usually has the most detail. */
const spokenNeed = (evidence: readonly Evidence[]): string | null =>
  evidence.filter(({ field }) => field === 'body').toSorted((a, b) => b.text.length - a.text.length)[0]?.text ?? null;

/** What follows the first phrase of these lists that concerns the campaign. */
function firstOf(profile: Profile, reading: Reading, lists: readonly Cue[]): string | null {
  const [hit] = bestHits(profile, reading, lists);
  return hit ? quote(reading, restOfClause(reading, hit.from), 'intent').text : null;
}

function compose(label: string, passage: string | null, constraints: readonly string[]): string {
  if (passage === null) return [label, ...constraints].join(' · ').slice(0, maxReasonLength);
  const news = constraints.filter((one) => !passage.includes(one.replace(/^(?:budget|leaving) /, '')));
  const bound = news.length > 0 ? ` · ${news.join(' · ')}` : '';
  const space = maxReasonLength - label.length - 4;
  const quoted = cut(passage, space - bound.length);
  if (quoted !== null && (quoted.length >= minQuoteLength || bound === '' || quoted === cut(passage, space)))
    return `${label}: “${quoted}”${bound}`;
  const alone = cut(passage, space);
  return alone === null ? label : `${label}: “${alone}”`;
}

/** Words that a quote can't end with once it is cut. */
const dangling = new Set(
  'a an the and or but so to of for with in on at by from that which who if when as than my our your their its i we it is are be was am have has had not this some any will would can could should must just also if because while about into do does did'.split(
    ' ',
  ),
);

/** As many whole clauses as fit, or words if none does, marked when some are left out; null when none fits. */
function cut(text: string, space: number): string | null {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const whole = words.join(' ');
  if (whole.length <= space) return whole === '' ? null : whole;
  const clauses = [...whole.slice(0, Math.max(0, space)).matchAll(/[,;:—–]\s/g)].map(({ index }) => whole.slice(0, index));
  const clause = clauses.findLast((one) => one.length >= minQuoteLength && !hasOpenParenthesis(one));
  if (clause !== undefined) return `${clause.trimEnd()}…`;
  while (words.length > 0 && words.join(' ').length >= space) words.pop();
  return words.length === 0 ? null : withoutDangling(words);
}

function withoutDangling(words: readonly string[]): string {
  const end = words.findLastIndex((word) => !dangling.has(word.toLowerCase().replace(/\W+$/, '')));
  const kept = words.slice(0, Math.max(1, end + 1)).join(' ');
  return `${kept.replace(/\s*[([][^)\]]*$|[…,;:]+$/, '')}…`;
}
