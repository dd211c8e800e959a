import type { Sentence } from '#core/text/sentences.ts';
import { type Reading, speaksOfSelf } from './reading.ts';
import { listBudgets, separatorOf } from './budgets.ts';

const maxConstraints = 2;
const sizes = new Set(
  'people users employees clients customers seats staff stylists guests person bedrooms bedroom sites computers'.split(' '),
);
const leaving = new Set('replace replacing ditch ditching quit outgrew outgrown canceled cancelled'.split(' '));
const leavingFrom = new Set(['from', 'than', 'of']);
const replaceable = new Set(['alternative', 'alternatives', 'replacement', 'opposed']);
const beforeName = new Set(
  'alternative alternatives switch switching switched moving move migrate migrating away cheaper better sick tired instead replacement'.split(
    ' ',
  ),
);
const days = new Set(
  'today tonight tomorrow monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december'.split(
    ' ',
  ),
);
/** "By Friday" is a deadline, "last Thursday" isn't. */
const beforeDay = new Set(['by', 'before', 'until', 'till', 'due', 'needed']);
const atOnce = new Set(['asap', 'urgently']);
/** "Within a week" is a deadline; "this week" and "overdue" alone may be about anything. */
const deadlines = new Set(['by', 'due', 'within', 'starts', 'leaving']);
const haste = new Set(
  'asap urgent urgently immediately away soon sensitive deadline minute running hurry rush desperate desperately quickly fast now'.split(
    ' ',
  ),
);

/** "Immediately after that" tells what happened. */
const inStory = new Set(['after', 'before', 'when', 'upon']);

/** Cached, because they are the same for all campaigns. */
const known = new WeakMap<Reading, readonly string[]>();

/** Constraints of the author's need in their own words: a budget, a size, a deadline, a tool they want to leave. */
export function listConstraints(reading: Reading): readonly string[] {
  const found = known.get(reading);
  if (found) return found;
  const constraints = findConstraints(reading);
  known.set(reading, constraints);
  return constraints;
}

function findConstraints(reading: Reading): string[] {
  const { tokens } = reading;
  const day = tokens.findIndex(({ text }, at) => atOnce.has(text) || (days.has(text) && beforeDay.has(tokens[at - 1]?.text ?? '')));
  const dayFrom = atOnce.has(tokens[day]?.text ?? '') ? day : day - 1;
  const deadline = day === -1 ? deadlineOf(reading) : spanOf(reading, dayFrom, day);
  const told = [listBudgets(reading)[0], leftTool(reading), sizeOf(reading), deadline];
  const [budget, tool, size, when] = told.map((place) => (place ? reading.item[place.field].slice(place.start, place.end) : null));
  const all = [
    budget ? `budget ${budget}` : null,
    tool ? `leaving ${tool}` : null,
    size,
    when ?? (isHasty(reading) ? 'in a hurry' : null),
    whoIn(reading),
  ];
  return all.filter((one) => one !== null && one !== undefined).slice(0, maxConstraints);
}

const urgencyIn = ({ hits }: Reading): Reading['hits'] => hits.filter(({ cue }) => cue === 'urgency');

function deadlineOf(reading: Reading): Stream | null {
  const hit = urgencyIn(reading).find(({ from }) => deadlines.has(reading.tokens[from]?.text ?? ''));
  return hit ? spanOf(reading, hit.from, wholeDeadline(reading, hit.to - 1)) : null;
}

const openEnds = new Set(['of', 'the', 'next']);
/** "Within the next two weeks" and "by the end of the month": the phrase that was found ends before its time. */
function wholeDeadline({ tokens, sentences }: Reading, last: number): number {
  const sentence = sentences.find(({ from, to }) => last >= from && last < to);
  if (last + 1 >= (sentence?.to ?? 0) || !openEnds.has(tokens[last]?.text ?? '')) return last;
  const counts = /^(?:\d+|a|few|couple|two|three|four|five|six|the|next|this|my|of)$/;
  let end = last + 1;
  while (end + 1 < (sentence?.to ?? 0) && counts.test(tokens[end]?.text ?? '')) end += 1;
  return end;
}

const isHasty = (reading: Reading): boolean =>
  urgencyIn(reading).some(
    ({ from, to }) =>
      reading.language !== 'en' ||
      (reading.tokens.slice(from, to).some(({ text }) => haste.has(text)) && !inStory.has(reading.tokens[to]?.text ?? '')),
  );

const selves = new Set(['im', 'i am', 'were', 'we are']);
const afterRole = new Set(
  'and who with that in at for looking trying but from so working on to of the i we which by about living'.split(' '),
);
/** Names of roles, by their endings or as they are. */
const role =
  /(?:er|or|ist|ant|ent|ian|owner|agency|studio|company|team|shop|business|parent|mom|dad|nurse|couple|family|charity|nonprofit)$/;
const notRole = new Set('bit little number matter customer user moment different other major current recent excellent better'.split(' '));
const longestRole = 4;

/** How the author describes themselves: "a freelance photographer". */
function whoIn({ tokens, titleLength, item }: Reading): string | null {
  for (const [at, { text, start }] of tokens.entries()) {
    const before = tokens[at - 1]?.text ?? '';
    const isSelf = selves.has(before) || selves.has(`${tokens[at - 2]?.text} ${before}`);
    if ((text !== 'a' && text !== 'an') || !isSelf) continue;
    const field = at < titleLength ? item.title : item.body;
    const words = tokens.slice(at + 1, at + 2 + longestRole);
    const stop = words.findIndex(
      (word, index) => afterRole.has(word.text) || !/^[ -]$/.test(field.slice(tokens[at + index]?.end, word.start)),
    );
    const last = words[(stop === -1 ? words.length : stop) - 1];
    if (last && role.test(last.text) && !notRole.has(last.text)) return field.slice(start, last.end);
  }
  return null;
}

interface Stream {
  start: number;
  end: number;
  field: 'title' | 'body';
}

const spanOf = ({ tokens, titleLength }: Reading, from: number, to: number): Stream => ({
  start: tokens[from]?.start ?? 0,
  end: tokens[to]?.end ?? 0,
  field: from < titleLength ? 'title' : 'body',
});

/** A size in a title, or in a sentence about the author, is the author's. */
const isOwn = (sentence: Sentence, { tokens }: Reading): boolean => sentence.field === 'title' || speaksOfSelf(sentence, tokens);

function sizeOf(reading: Reading): Stream | null {
  const { tokens, sentences } = reading;
  const at = tokens.findIndex(
    ({ text }, index) =>
      sizes.has(text) &&
      /^[0-9]{1,5}$/.test(tokens[index - 1]?.text ?? '') &&
      sentences.some((sentence) => index >= sentence.from && index < sentence.to && isOwn(sentence, reading)),
  );
  return at === -1 ? null : spanOf(reading, numberStart(reading, at - 1), at);
}

/** Where "30,000" begins, of which "000" is the last token. */
function numberStart(reading: Reading, at: number): number {
  const { tokens, titleLength, item } = reading;
  const field = at < titleLength ? item.title : item.body;
  const [before, token] = [tokens[at - 1], tokens[at]];
  return before && token && separatorOf(before, token, field) !== null ? numberStart(reading, at - 1) : at;
}

/** A capitalized name after "switching from", "alternative to", "replacing". */
function leftTool(reading: Reading): Stream | null {
  const { tokens, titleLength, item } = reading;
  const at = tokens.findIndex(({ start }, index) => {
    const field = index < titleLength ? item.title : item.body;
    // "I remove them when they leave. Shared logins …" doesn't name a tool.
    if (field.slice(tokens[index - 1]?.end, start) !== ' ') return false;
    const before = tokens[index - 1]?.text ?? '';
    const earlier = tokens[index - 2]?.text ?? '';
    // "Alternative to" names what is left, "moving to" where to go.
    const cue = leaving.has(before) || (before === 'to' ? replaceable.has(earlier) : leavingFrom.has(before) && beforeName.has(earlier));
    return cue && /\p{Lu}/u.test(field.charAt(start));
  });
  return at === -1 ? null : spanOf(reading, at, lastOfName(reading, at));
}

/** "Korea" in "South Korea". */
function lastOfName(reading: Reading, at: number): number {
  const { tokens, titleLength, item } = reading;
  const field = at < titleLength ? item.title : item.body;
  const next = tokens[at + 1];
  if (!next || at + 1 === titleLength || !/^[ -]$/.test(field.slice(tokens[at]?.end, next.start))) return at;
  return /\p{Lu}/u.test(field.charAt(next.start)) ? lastOfName(reading, at + 1) : at;
}
