import type { Assessment, ComponentName } from '#shared/scoring.ts';
import { isCommon } from '#core/text/background.ts';
import type { Cue } from '#core/text/lexicon.ts';
import { shorten, type WholeSentence as Sentence, wholeSentences } from '#core/text/sentences.ts';
import { listConstraints } from './constraints.ts';
import type { Profile } from './profile.ts';
import type { Reading } from './reading.ts';

/** A sentence of the author, with what it says about their need. */
export interface Spoken {
  sentence: Sentence;
  text: string;
  cues: ReadonlySet<Cue>;
  /** Null if it shows no need. */
  kind: Kind | null;
  /** Weight of the campaign's terms in it, 0 to 1. */
  terms: number;
  /** Position of the first phrase in it that shows the need. */
  at: number;
  worth: number;
}

interface Kind {
  label: string;
  /** How much it says about a need, compared with other kinds. */
  worth: number;
}

const joining: Kind = { label: 'Has the same need', worth: 0.5 };
const problem: Kind = { label: 'Has a problem', worth: 0.25 };
const kinds: readonly (readonly [Cue, Kind])[] = [
  ['seek', { label: 'Looking for', worth: 0.5 }],
  ['joins', joining],
  ['choose', { label: 'Comparing', worth: 0.3 }],
  ['help', { label: 'Asks for help', worth: 0.3 }],
  ['pain', problem],
  ['lacks', problem],
];
const asking: Kind = { label: 'Asks', worth: 0.2 };
const needing: Kind = { label: 'Needs', worth: 0.2 };
const wanting = new Set(['need', 'want', 'require']);
const subjects = new Set(['i', 'we']);

const contentWorth = 0.08;
const maxContent = 7;

/** Sentences that say most about a need for the offering first, by their phrases and words. */
export function listSpoken(profile: Profile, reading: Reading): Spoken[] {
  const { hits, tokens, item } = reading;
  const spoken = wholeSentences({ ...reading, ...item }).map((sentence): Spoken => {
    const own = hits.filter(({ from }) => from >= sentence.from && from < sentence.to);
    const cues = new Set(own.map(({ cue }) => cue));
    const found = kinds.find(([cue]) => cues.has(cue) && (cue !== 'joins' || item.kind === 'comment'));
    const need = tokens.findIndex(
      (token, at) => at > sentence.from && at < sentence.to && wanting.has(token.text) && subjects.has(tokens[at - 1]?.text ?? ''),
    );
    const kind = found?.[1] ?? (need === -1 ? (sentence.question ? asking : null) : needing);
    const at = found ? (own.find(({ cue }) => cue === found[0])?.from ?? sentence.from) : Math.max(sentence.from, need);
    const text = item[sentence.field].slice(sentence.start, sentence.end);
    const terms = termsIn(profile, reading, sentence);
    const content = tokens
      .slice(sentence.from, sentence.to)
      .filter((token) => (token.stem < 0 ? token.text.length > 3 : !isCommon(token.stem, profile.language.background))).length;
    const worth = (kind?.worth ?? 0) + terms + contentWorth * Math.min(maxContent, content);
    return { sentence, text, cues, kind, terms, at: (tokens[at]?.start ?? sentence.start) - sentence.start, worth };
  });
  return spoken.toSorted((a, b) => b.worth - a.worth);
}

/** Total weight of the campaign's terms in a sentence, each counted once, scaled to 0..1. */
function termsIn({ terms }: Profile, { tokens }: Reading, { from, to }: Sentence): number {
  const found = new Set(tokens.slice(from, to).map(({ stem }) => stem));
  return 1 - Math.exp(-[...found].reduce((sum, stem) => sum + (terms.get(stem) ?? 0), 0));
}

const maxSentences = 3;
const someTerms = 0.3;

type Judged = Pick<Assessment, 'role' | 'solved' | 'fitNone' | 'components'>;

const isInBody = ({ sentence }: Spoken): boolean => sentence.field === 'body';

/**
 * What of its author's own words speaks for an item, and in one line, why: the sentences that moved the model, or where none did,
 * those with the phrases of a need.
 */
export function explain(
  profile: Profile,
  reading: Reading,
  { moved, ...judged }: Judged & { moved: readonly number[] },
): Pick<Assessment, 'evidence' | 'reason'> {
  const spoken = listSpoken(profile, reading);
  const found = moved.flatMap((place) => spoken.find(({ sentence }) => sentence.place === place) ?? []);
  const shown = found.length > 0 ? found : spoken.filter((one) => whyOf(one) !== null).slice(0, maxSentences);
  const telling = [...found, ...(found.some(isInBody) ? [] : spoken.filter(({ kind }) => kind !== null))];
  const evidence = shown
    .toSorted((a, b) => a.sentence.from - b.sentence.from)
    .map(({ text, sentence: { field, start, end }, ...one }) => ({ text, start, end, field, why: whyOf(one) ?? 'fit' }));
  return { evidence, reason: reasonOf({ profile, reading, spoken, telling }, judged) };
}

/** The component that a sentence supports. */
function whyOf({ cues, kind, terms }: Pick<Spoken, 'cues' | 'kind' | 'terms'>): ComponentName | null {
  if (cues.has('urgency')) return 'urgency';
  if (kind === null) return terms > 0 ? 'relevance' : cues.has('budget') ? 'fit' : null;
  return terms >= someTerms && kind !== problem ? 'fit' : 'intent';
}

const maxReasonLength = 200;
/** Beside the longest label. */
const maxQuoteLength = 169;
const maxThread = 80;
/** From this need on, an author seems to want something even if no known phrase shows it. */
const wantsSomething = 0.5;
const perhaps = 'May need it';

const quote = (one: Spoken | undefined): string => (one ? shorten(one.text, { most: maxQuoteLength, counted: one.at }) : '');

/** Who needs what, and why the offering fits, in one line with the author's own words; `telling`: what shows a need, the best first. */
function reasonOf(
  { profile, reading, spoken, telling }: { profile: Profile; reading: Reading; spoken: readonly Spoken[]; telling: readonly Spoken[] },
  { role, solved, fitNone, components }: Judged,
): string {
  const saying = (...cues: Cue[]): string => quote(spoken.find((one) => cues.some((cue) => one.cues.has(cue))));
  if (role === 'seller') return compose('Offers it, does not need it', saying('promotes', 'seller', 'teach'), []);
  if (fitNone) return 'About something else';
  if (solved) return compose('Solved already', saying('solved'), []);
  const constraints = listConstraints(reading);
  if (telling.length === 0) {
    if ((components.intent ?? 0) < wantsSomething) return 'Mentions it, asks for nothing';
    return compose(perhaps, quote(spoken.find(isInBody)), constraints);
  }
  // A title stands above its reason already.
  const said = telling.find((one) => isInBody(one) && quote(one) !== '');
  const asks = telling.some((one) => one.kind !== null && one.kind !== problem && !isInBody(one));
  const label = said?.kind?.label ?? (asks ? `Asks in the title${said ? ' and says' : ''}` : role === 'customer' ? 'Needs it' : perhaps);
  // Only the thread says what "I need the same thing" means, and somebody else wrote its title.
  const { kind, title } = reading.item;
  const thread = title.length <= maxThread ? title : `${title.slice(0, title.lastIndexOf(' ', maxThread))}…`;
  const inThread = kind === 'comment' && (!said?.kind || said.kind === joining) ? [`in the thread “${thread}”`] : [];
  return compose(label, quote(said), [...inThread, ...constraints, ...fitting(profile, reading, said?.sentence ?? null)]);
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
function compose(label: string, quoted: string, bounds: readonly string[]): string {
  let line = quoted === '' ? label : `${label}: “${quoted}”`;
  for (const bound of bounds) {
    const isSaid = quoted.includes(bound.replace(/^(?:budget|leaving) /, ''));
    if (!isSaid && line.length + bound.length + 3 <= maxReasonLength) line += ` · ${bound}`;
  }
  return line;
}
