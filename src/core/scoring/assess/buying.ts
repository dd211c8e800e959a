import type { Reading } from '../reading/reading.ts';
import { budgetStreams, isOutOfRange } from './amounts.ts';
import type { Profile } from './profile.ts';

/** Whether the author could buy the offering. All 0 or 1. */
export interface BuyingFeatures {
  /** Hires for a project, and the offering is people's work. */
  hiresPeople: number;
  /** Fills a job: with a salary, or when the offering isn't people's work. */
  fillsJob: number;
  /** The budget is far below or above the offering's prices. */
  outOfRange: number;
  /** Wants to do it without help. */
  doesItAlone: number;
  /** Has already bought it, and asks nothing after that. */
  boughtAlready: number;
  /** A comment that recommends what its author sells. */
  promotesInReply: number;
}

const hiringWithin = 6;
const employment = new Set(
  'salary salaried fulltime benefits 401k w2 pto annually resume resumes cv candidates candidate vacancy employee employees interview onsite qualifications'.split(
    ' ',
  ),
);
const employed = new Set([
  'full time',
  'part time',
  'per year',
  'a year',
  'hours week',
  'entry level',
  'job opening',
  'apply now',
  'join our',
  'join us',
]);
const alone = new Set(['it myself', 'this myself', 'them myself', 'on my', 'my own', 'do myself', 'diy']);

export function buyingFeatures({ kind, prices }: Profile, reading: Reading): BuyingFeatures {
  const hires = isHiring(reading);
  const buys = hires && kind.people === 1 && !speaksOfEmployment(reading);
  return {
    hiresPeople: buys ? 1 : 0,
    fillsJob: hires && !buys ? 1 : 0,
    outOfRange:
      prices !== null &&
      isOutOfRange(
        prices,
        budgetStreams(reading).map(({ sum }) => sum),
      )
        ? 1
        : 0,
    doesItAlone: kind.people === 1 && goesAlone(reading) ? 1 : 0,
    boughtAlready: hasBought(reading) ? 1 : 0,
    promotesInReply: reading.thread !== null && reading.hits.some(({ cue }) => cue === 'promotes') ? 1 : 0,
  };
}

/** "[Hiring] …", "Hiring a …": only at the beginning of a title, because "our hiring process is broken" isn't a job offer. */
function isHiring({ tokens, titleLength, item }: Reading): boolean {
  const at = tokens.slice(0, Math.min(titleLength, hiringWithin)).findIndex(({ text }) => text === 'hiring');
  if (at === -1) return false;
  return at === 0 || item.title.charAt((tokens[at]?.start ?? 0) - 1) === '[';
}

function speaksOfEmployment({ tokens }: Reading): boolean {
  return tokens.some(({ text }, at) => employment.has(text) || employed.has(`${text} ${tokens[at + 1]?.text ?? ''}`));
}

function goesAlone({ tokens, titleLength }: Reading): boolean {
  return tokens.slice(0, titleLength).some(({ text }, at) => alone.has(text) || alone.has(`${text} ${tokens[at + 1]?.text ?? ''}`));
}

const bought = new Set('bought ordered booked hired purchased chose chosen signed found decided went settled'.split(' '));
const speakers = new Set(['i', 'we', 'ive', 'weve', 'have']);

/** "I already ordered one", "we've already hired somebody", but not "I already bought two that broke. What now?" */
function hasBought({ tokens, asking }: Reading): boolean {
  const at = tokens.findLastIndex(
    ({ text }, index) => text === 'already' && bought.has(tokens[index + 1]?.text ?? '') && speakers.has(tokens[index - 1]?.text ?? ''),
  );
  return at !== -1 && !asking.some(({ to }) => to > at);
}
