import type { SpeakerRole } from '#shared/scoring.ts';
import type { Odds } from '../reader/reader.ts';
import type { Profile } from './profile.ts';
import type { Reading } from './reading.ts';

const lookFor = new Set('looking seeking searching available open lf'.split(' '));
const work = new Set(
  'work project projects job jobs gig gigs client clients hire employment commission commissions collaborate'.split(' '),
);
/** Words that may be in between: "looking for some paid freelance work". */
const beforeWork = new Set(
  'for to a an some any more new paid unpaid freelance contract remote part full time side small fun steady temporary permanent collaboration interesting other'.split(
    ' ',
  ),
);
const presenting = new Set('specializing specialising available looking seeking searching here open offering portfolio'.split(' '));
const presentedWithin = 7;

/** Where people and their work are sold: "[for hire] …", "Artist looking for paid work", "2D artist specializing in …". */
export function isOffered({ sellsWork, servesJobs, terms, customers }: Profile, { tokens, titleLength }: Reading): boolean {
  if (!sellsWork || servesJobs) return false;
  return tokens.slice(0, titleLength).some(({ text }, at) => {
    if (text === 'hire' && tokens[at - 1]?.text === 'for') return true;
    const before = tokens[at - 1]?.stem ?? -1;
    if (presenting.has(text) && at > 0 && at < presentedWithin && terms.has(before) && !customers.has(before)) return true;
    if (!lookFor.has(text)) return false;
    let next = at + 1;
    while (next < titleLength && beforeWork.has(tokens[next]?.text ?? '')) next += 1;
    return next > at + 1 && next < titleLength && work.has(tokens[next]?.text ?? '');
  });
}

/** "[Hiring] …", "Hiring a …" where people's work is sold; elsewhere it fills a job. */
export const hiresWork = ({ sellsWork }: Profile, { tokens, titleLength, item }: Reading): boolean =>
  sellsWork &&
  tokens.slice(0, titleLength).some(({ text, start }, at) => text === 'hiring' && (at === 0 || item.title.charAt(start - 1) === '['));

/** From this need on, an author isn't taken for a seller, because a customer mistaken for one would be lost. */
const sellerNeed = 0.4;
const customerNeed = 0.5;

interface Signs {
  /** Something is sold, by its phrases. */
  sells: boolean;
  isOffer: boolean;
  /** How likely the author needs something, 0 to 1. */
  need: number;
  odds: Odds | undefined;
}

export function roleOf({ sells, isOffer, need, odds }: Signs): SpeakerRole {
  if (isOffer || (sells && (odds ? odds.lead <= 0 : need < sellerNeed))) return 'seller';
  return (odds ? odds.lead > 0 : need >= customerNeed) ? 'customer' : 'other';
}

const flags = new Set(['solved', 'resolved', 'fixed', 'closed']);
const edits = new Set(['edit', 'edits', 'edited', 'edit1', 'edit2', 'edit3', 'edit4', 'update', 'updated']);
const outcomes = new Set(
  'bought ordered decided went settled fixed solved resolved figured purchased ended discovered works booked hired gone chose'.split(' '),
);
const outcomeWithin = 40;

/** Whether the author needs it no more: flagged, told in the last edit, or said with nothing asked after it. */
export function isSolved(reading: Reading): boolean {
  const { tokens, titleLength, hits, asking } = reading;
  const edit = tokens.findLastIndex(({ text }, at) => at >= titleLength && edits.has(text));
  if (edit !== -1 && tokens.slice(edit + 1, edit + 1 + outcomeWithin).some(({ text }) => outcomes.has(text))) return true;
  if (tokens.some((_, at) => isFlag(reading, at))) return true;
  return hits.some(
    (hit) =>
      hit.cue === 'solved' &&
      isOutcome(reading, hit.to) &&
      !asking.some(({ to }) => to > hit.from) &&
      !hits.some(({ cue, from }) => (cue === 'pain' || cue === 'lacks') && from > hit.from),
  );
}

/** "[solved]" and "[](/solved)", which some communities use to mark a thread as done. */
function isFlag({ tokens, titleLength, item }: Reading, at: number): boolean {
  const { text = '', start = 0, end = 0 } = tokens[at] ?? {};
  if (!flags.has(text)) return false;
  const field = at < titleLength ? item.title : item.body;
  return (
    (field.charAt(start - 1) === '[' && field.charAt(end) === ']') || (field.slice(start - 2, start) === '(/' && field.charAt(end) === ')')
  );
}

/** "We went with my dad" and "I ended up getting back pain" tell of no purchase, "I ended up getting one" does. */
function isOutcome({ tokens }: Reading, to: number): boolean {
  const [last = '', next = ''] = [tokens[to - 1]?.text, tokens[to]?.text];
  if (last === 'with') return !company.has(next);
  return last !== 'getting' && last !== 'using' ? true : articles.has(next);
}
const company = new Set('my me him her them us his their our friends family you your'.split(' '));
const articles = new Set('a an the one this that my it'.split(' '));
