import type { Assessment, ComponentName, Evidence } from '#shared/scoring.ts';
import { isCommon } from '#core/text/background.ts';
import type { Cue } from '#core/text/lexicon.ts';
import type { Sentence } from '#core/text/sentences.ts';
import { separatorOf } from './budgets.ts';
import { listConstraints } from './constraints.ts';
import type { Profile } from './profile.ts';
import type { Reading } from './reading.ts';

/** A sentence of the author, with what it says about their need. */
interface Spoken {
  sentence: Sentence;
  cues: ReadonlySet<Cue>;
  /** Null if it shows no need. */
  kind: Kind | null;
  /** Weight of the campaign's terms in it, 0 to 1. */
  terms: number;
  /** Position of the first phrase that shows the need, or of its beginning. */
  at: number;
  worth: number;
}

interface Kind {
  label: string;
  /** How much it says about a need, compared with other kinds. */
  worth: number;
}

const joining: Kind = { label: 'Has the same need', worth: 0.5 };
const kinds: readonly (readonly [Cue, Kind])[] = [
  ['seek', { label: 'Looking for', worth: 0.5 }],
  ['joins', joining],
  ['choose', { label: 'Comparing', worth: 0.3 }],
  ['help', { label: 'Asks for help', worth: 0.3 }],
  ['pain', { label: 'Has a problem', worth: 0.25 }],
  ['lacks', { label: 'Has a problem', worth: 0.25 }],
];
const asking: Kind = { label: 'Asks', worth: 0.2 };
const needing: Kind = { label: 'Needs', worth: 0.2 };
const wanting = new Set(['need', 'want', 'require']);
const subjects = new Set(['i', 'we']);

const contentWorth = 0.08;
const maxContent = 7;

/** Sentences that say most about a need for the offering first. */
function listSpoken(profile: Profile, reading: Reading): Spoken[] {
  const { sentences, hits, tokens, item } = reading;
  const spoken = sentences.map((sentence, index): Spoken => {
    const own = hits.filter((hit) => hit.sentence === index);
    const cues = new Set(own.map(({ cue }) => cue));
    const found = kinds.find(([cue]) => cues.has(cue) && (cue !== 'joins' || item.kind === 'comment'));
    const need = tokens.findIndex(
      ({ text }, at) => at > sentence.from && at < sentence.to && wanting.has(text) && subjects.has(tokens[at - 1]?.text ?? ''),
    );
    const kind = found?.[1] ?? (need === -1 ? (sentence.question ? asking : null) : needing);
    const at = found ? (own.find(({ cue }) => cue === found[0])?.from ?? sentence.from) : Math.max(sentence.from, need);
    const terms = termsIn(profile, reading, sentence);
    const content = tokens
      .slice(sentence.from, sentence.to)
      .filter(({ text, stem }) => (stem < 0 ? text.length > 3 : !isCommon(stem, profile.language.background))).length;
    return { sentence, cues, kind, terms, at, worth: (kind?.worth ?? 0) + terms + contentWorth * Math.min(maxContent, content) };
  });
  return spoken.toSorted((a, b) => b.worth - a.worth);
}

/** Total weight of the campaign's terms in a sentence, each counted once, scaled to 0..1. */
function termsIn({ terms }: Profile, { tokens }: Reading, { from, to }: Sentence): number {
  const found = new Set(tokens.slice(from, to).map(({ stem }) => stem));
  return 1 - Math.exp(-[...found].reduce((sum, stem) => sum + (terms.get(stem) ?? 0), 0));
}

const maxSentences = 4;
/** Longer sentences are quoted by their clauses. */
const maxQuoteLength = 320;
const someTerms = 0.3;

type Judged = Pick<Assessment, 'role' | 'solved' | 'fitNone' | 'components'>;

/** What of its author's own words speaks for an item, and in one line, why. */
export function explain(profile: Profile, reading: Reading, judged: Judged): Pick<Assessment, 'evidence' | 'reason'> {
  const spoken = listSpoken(profile, reading);
  return { evidence: evidenceOf(reading, spoken), reason: reasonOf({ profile, reading, spoken }, judged) };
}

/** At most four whole sentences that support the score, in reading order. */
function evidenceOf(reading: Reading, spoken: readonly Spoken[]): Evidence[] {
  return spoken
    .flatMap((one) => {
      const why = whyOf(one);
      return why === null ? [] : [{ one, why }];
    })
    .slice(0, maxSentences)
    .toSorted((a, b) => a.one.sentence.from - b.one.sentence.from)
    .map(({ one, why }) => ({ ...quote(reading, one), why }))
    .filter(({ text }) => text !== '');
}

/** The component that a sentence supports. */
function whyOf({ cues, kind, terms }: Spoken): ComponentName | null {
  if (cues.has('urgency')) return 'urgency';
  if (kind === null) return terms > 0 ? 'relevance' : cues.has('budget') ? 'fit' : null;
  return terms >= someTerms && kind.label !== 'Has a problem' ? 'fit' : 'intent';
}

const clauseEnds = /[,;:—–]\s/g;
export const hasOpenParenthesis = (text: string): boolean => text.lastIndexOf('(') > text.lastIndexOf(')');

/** Where clauses begin in a text: what is in parentheses goes with what is around it. */
const clausesIn = (text: string): number[] =>
  [...text.matchAll(clauseEnds)].flatMap(({ index }) => (hasOpenParenthesis(text.slice(0, index)) ? [] : [index + 2]));

/** A sentence with its position, and the mark of a question; of one longer than `most`, the clause that counts and as many after it as fit. */
function quote(reading: Reading, { sentence, at }: Pick<Spoken, 'sentence' | 'at'>, most = maxQuoteLength): Omit<Evidence, 'why'> {
  const { item, tokens } = reading;
  const field = item[sentence.field];
  const { from, to } = withWholeNumbers(reading, sentence);
  let start = tokens[from]?.start ?? 0;
  let end = Math.max(start, tokens[to - 1]?.end ?? start);
  if (field[end] === ')' && hasOpenParenthesis(field.slice(start, end))) end += 1;
  if (field[end] === '?' && to === sentence.to) end += 1;
  if (end - start > most) {
    const counted = (tokens[at]?.start ?? start) - start;
    start += clausesIn(field.slice(start, end)).findLast((clause) => clause <= counted) ?? 0;
    end = start + endWithin(field.slice(start, end), most);
  }
  return { text: field.slice(start, end), start, end, field: sentence.field };
}

/** The length of as many whole clauses as fit, or of whole words if none does. */
function endWithin(text: string, most: number): number {
  if (text.length <= most) return text.length;
  const clause = clausesIn(text).findLast((begin) => begin - 2 <= most);
  if (clause !== undefined && clause - 2 >= minQuoteLength) return clause - 2;
  return Math.max(0, text.slice(0, most + 1).search(/\s\S*$/));
}

/** Endless sentences are cut after so many words, which may be between "5" and "000". */
function withWholeNumbers({ tokens, item }: Reading, { from, to, field }: Sentence): { from: number; to: number } {
  const isOne = (at: number): boolean => {
    const [before, token] = [tokens[at - 1], tokens[at]];
    return before !== undefined && token !== undefined && at > 0 && separatorOf(before, token, item[field]) !== null;
  };
  return { from: isOne(from) ? from - 1 : from, to: isOne(to) ? to + 1 : to };
}

const maxReasonLength = 200;
const maxThread = 80;
/** A shortened quote must still be meaningful. */
const minQuoteLength = 24;
/** From this need on, an author seems to want something even if no known phrase shows it. */
const wantsSomething = 0.5;

/** Who needs what, and why the offering fits, in one line with the author's own words; at most 200 characters. */
function reasonOf(
  { profile, reading, spoken }: { profile: Profile; reading: Reading; spoken: readonly Spoken[] },
  { role, solved, fitNone, components }: Judged,
): string {
  const said = (one: Spoken | undefined): string | null => (one ? quote(reading, one, maxReasonLength).text : null);
  const saying = (...cues: Cue[]): string | null => said(spoken.find((one) => cues.some((cue) => one.cues.has(cue))));
  if (role === 'seller') return compose('Offers it, does not need it', saying('promotes', 'seller', 'teach'), []);
  if (fitNone) return 'About something else';
  if (solved) return compose('Solved already', saying('solved'), []);
  const constraints = listConstraints(reading);
  const first = spoken.find(({ kind }) => kind !== null);
  // A title stands above its reason already.
  const best = first && spoken.find(({ kind, sentence }) => kind !== null && sentence.field === 'body');
  if (!best) {
    if (first) return compose('Asks in the title', null, [...constraints, ...fitting(profile, reading, null)]);
    return (components.intent ?? 0) < wantsSomething
      ? 'Mentions it, asks for nothing'
      : compose('May need it', said(spoken.find(({ sentence }) => sentence.field === 'body')), constraints);
  }
  // Only the thread says what "I need the same thing" means, and somebody else wrote its title.
  const thread = best.kind === joining ? shorten(reading.item.title, maxThread) : null;
  const bounds = [...(thread === null ? [] : [`in the thread “${thread}”`]), ...constraints];
  return compose(best.kind?.label ?? '', said(best), [...bounds, ...fitting(profile, reading, best.sentence)]);
}

/** The part of the offering that the text is about; none if the sentence names it already, or the text is about none. */
function fitting({ parts, terms, customers }: Profile, { tokens, titleStems, bodyStems }: Reading, sentence: Sentence | null): string[] {
  const said = new Set(sentence ? tokens.slice(sentence.from, sentence.to).map(({ stem }) => stem) : titleStems.keys());
  const found = parts.flatMap(({ text, stems }) => {
    const met = stems.filter((stem) => titleStems.has(stem) || bodyStems.has(stem));
    const isMet = 2 * met.length > stems.length && met.some((stem) => !customers.has(stem));
    const isNew = met.some((stem) => !said.has(stem));
    return !isMet || !isNew ? [] : [{ text, weight: met.reduce((sum, stem) => sum + (terms.get(stem) ?? 0), 0) }];
  });
  return found
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, 1)
    .map(({ text }) => `fits “${text}”`);
}

/** What the author says comes first; what doesn't fit beside it is left out. */
function compose(label: string, said: string | null, bounds: readonly string[]): string {
  if (said === null) return [label, ...bounds].join(' · ').slice(0, maxReasonLength);
  const whole = said.split(/\s+/).join(' ');
  const quoted = shorten(whole, maxReasonLength - label.length - 4);
  let line = quoted === '' ? label : `${label}: “${quoted}”`;
  for (const bound of bounds) {
    const isSaid = quoted.includes(bound.replace(/^(?:budget|leaving) /, ''));
    if (!isSaid && line.length + bound.length + 3 <= maxReasonLength) line += ` · ${bound}`;
  }
  return line;
}

/** Marked when something is left out. */
function shorten(text: string, most: number): string {
  const whole = text.split(/\s+/).join(' ').trim();
  return whole.length <= most ? whole : `${whole.slice(0, endWithin(whole, most - 1)).trimEnd()}…`;
}
