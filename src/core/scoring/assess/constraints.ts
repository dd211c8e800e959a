import type { Reading } from '../reading/reading.ts';
import { budgetStreams } from './amounts.ts';

const maxConstraints = 2;
const sizes = new Set(
  'people users employees clients customers seats staff stylists guests person bedrooms bedroom sites computers'.split(' '),
);
const leaving = new Set('leaving leave replace replacing ditch ditching quit outgrew outgrown canceled cancelled'.split(' '));
const leavingFrom = new Set(['from', 'to', 'than', 'of']);
const beforeName = new Set(
  'alternative alternatives switch switching switched moving move migrate migrating away cheaper better sick tired instead replacement'.split(
    ' ',
  ),
);
const days = new Set('today tonight tomorrow monday tuesday wednesday thursday friday saturday sunday asap urgently'.split(' '));

/** Constraints of the author's need in their own words: a budget, a size, a deadline, a tool they want to leave. */
export function listConstraints(reading: Reading): string[] {
  const { tokens } = reading;
  const day = tokens.findIndex(({ text }) => days.has(text));
  const told = [budgetStreams(reading)[0], leftTool(reading), sizeOf(reading), day === -1 ? null : spanOf(reading, day, day)];
  const [budget, tool, size, when] = told.map((place) => (place ? reading.item[place.field].slice(place.start, place.end) : null));
  const hurry = reading.hits.some(({ cue }) => cue === 'urgency') ? 'in a hurry' : null;
  const all = [budget ? `budget ${budget}` : null, tool ? `leaving ${tool}` : null, size, when ?? hurry];
  return all.filter((one) => one !== null && one !== undefined).slice(0, maxConstraints);
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

function sizeOf(reading: Reading): Stream | null {
  const at = reading.tokens.findIndex(({ text }, index) => sizes.has(text) && /^[0-9]{1,5}$/.test(reading.tokens[index - 1]?.text ?? ''));
  return at === -1 ? null : spanOf(reading, at - 1, at);
}

/** A capitalized name after "switching from", "alternative to", "leaving". */
function leftTool(reading: Reading): Stream | null {
  const { tokens, titleLength, item } = reading;
  const at = tokens.findIndex(({ start }, index) => {
    const field = index < titleLength ? item.title : item.body;
    // "I remove them when they leave. Shared logins …" doesn't name a tool.
    if (field.slice(tokens[index - 1]?.end, start) !== ' ') return false;
    const before = tokens[index - 1]?.text ?? '';
    const cue = leaving.has(before) || (leavingFrom.has(before) && beforeName.has(tokens[index - 2]?.text ?? ''));
    return cue && /\p{Lu}/u.test(field.charAt(start));
  });
  return at === -1 ? null : spanOf(reading, at, at);
}
