import type { Token } from '#core/text/tokens.ts';
import type { Reading } from '../reading/reading.ts';
import { isOutOfRange } from './amounts.ts';
import { listBudgets } from './budgets.ts';
import { isPerson } from './kind.ts';
import type { Profile } from './profile.ts';

/** Whether the author could buy the offering. All 0 or 1. */
export interface BuyingFeatures {
  /** Hires for a project, and the offering is people's work. */
  hiresPeople: number;
  /** Looks for people, and the offering is people's work: "[LFA] …", "artist needed", "tutor wanted". */
  wantsPeople: number;
  /** Offers work, and the offering is people's work: "artist looking for paid work", "[for hire] …". */
  seeksWork: number;
  /** Fills a job: with a salary, or when the offering isn't people's work. */
  fillsJob: number;
  /** The budget is far below the offering's prices. */
  outOfRange: number;
  /** Wants to do it without help. */
  doesItAlone: number;
  /** Has already bought it, and asks nothing after that. */
  boughtAlready: number;
  /** A comment that recommends what its author sells. */
  promotesInReply: number;
}

/** Factor on the chance that the author buys: somebody whose budget is far below the prices does less often. */
export const budgetWorth = ({ outOfRange }: Pick<BuyingFeatures, 'outOfRange'>): number => (outOfRange > 0 ? 0.5 : 1);

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

export function buyingFeatures(profile: Profile, reading: Reading): BuyingFeatures {
  const { kind, prices } = profile;
  const hires = isHiring(reading);
  const buys = hires && kind.people === 1 && !speaksOfEmployment(reading);
  const works = kind.people === 1 && !isAboutJobs(profile) && (seeksWork(reading) || introducesSelf(profile, reading));
  return {
    hiresPeople: buys ? 1 : 0,
    wantsPeople: kind.people === 1 && !works && wantsPeople(reading) ? 1 : 0,
    seeksWork: works ? 1 : 0,
    fillsJob: hires && !buys ? 1 : 0,
    outOfRange: prices !== null && isOutOfRange(prices, listBudgets(reading)) ? 1 : 0,
    doesItAlone: kind.people === 1 && goesAlone(reading) ? 1 : 0,
    boughtAlready: hasBought(reading) ? 1 : 0,
    promotesInReply: reading.thread !== null && promotes(reading) ? 1 : 0,
  };
}

/** "I make furniture" beside a need of one's own says who the customer is. */
function promotes({ hits }: Reading): boolean {
  const said = new Set(hits.map(({ cue }) => cue));
  return said.has('promotes') || (said.has('works') && !ownNeeds.some((cue) => said.has(cue)));
}
const ownNeeds = ['seek', 'help', 'joins', 'pain', 'lacks'] as const;

/** "[Hiring] …", "Hiring a …": only at the beginning of a title, because "our hiring process is broken" isn't a job offer. */
function isHiring({ tokens, titleLength, item }: Reading): boolean {
  const at = tokens.slice(0, Math.min(titleLength, hiringWithin)).findIndex(({ text }) => text === 'hiring');
  if (at === -1) return false;
  return at === 0 || item.title.charAt((tokens[at]?.start ?? 0) - 1) === '[';
}

const lookFor = new Set(['looking', 'seeking', 'searching', 'available', 'open', 'lf']);
const workNouns = new Set(
  'work project projects job jobs gig gigs client clients hire employment commission commissions collaborate'.split(' '),
);
/** Words that may be in between: "looking for some paid freelance work". */
const beforeWork = new Set(
  'for to a an some any more new paid unpaid freelance contract remote part full time side small fun steady temporary permanent collaboration interesting other'.split(
    ' ',
  ),
);
const jobStems = new Set(['job', 'resum', 'career', 'interview', 'employ', 'recruit']);

/** In a campaign for people who look for work, looking for work isn't an offer. */
const isAboutJobs = ({ offered, language }: Profile): boolean =>
  [...offered].some((stem) => jobStems.has(language.vocabulary.at(stem) ?? ''));

function seeksWork({ tokens, titleLength }: Reading): boolean {
  return tokens.slice(0, titleLength).some(({ text }, at) => {
    if (text === 'hire' && tokens[at - 1]?.text === 'for') return true;
    if (!lookFor.has(text)) return false;
    let next = at + 1;
    while (next < titleLength && beforeWork.has(tokens[next]?.text ?? '')) next += 1;
    return next > at + 1 && next < titleLength && workNouns.has(tokens[next]?.text ?? '');
  });
}

const presenting = new Set([
  'specializing',
  'specialising',
  'available',
  'looking',
  'seeking',
  'searching',
  'here',
  'open',
  'offering',
  'portfolio',
]);

/** "Pixel artist looking for a programmer", "2D artist specializing in …": who is offered stands before the verb. */
function introducesSelf({ offered }: Profile, { tokens, titleLength }: Reading): boolean {
  const at = tokens.slice(0, Math.min(titleLength, introducedWithin)).findIndex(({ text }) => presenting.has(text));
  return at > 0 && isPerson(tokens[at - 1]?.text ?? '') && offered.has(tokens[at - 1]?.stem ?? -1);
}
const introducedWithin = 7;

/** "[LFA]" and similar tags abbreviate who is wanted. */
function wantsPeople({ tokens, titleLength, item }: Reading): boolean {
  return tokens
    .slice(0, titleLength)
    .some(
      ({ text, start }) =>
        text === 'wanted' || text === 'needed' || text === 'lf' || (text.startsWith('lf') && item.title.charAt(start - 1) === '['),
    );
}

function speaksOfEmployment({ tokens }: Reading): boolean {
  return tokens.some(({ text }, at) => employment.has(text) || employed.has(`${text} ${tokens[at + 1]?.text ?? ''}`));
}

function goesAlone({ tokens, titleLength }: Reading): boolean {
  return tokens.slice(0, titleLength).some(({ text }, at) => alone.has(text) || alone.has(`${text} ${tokens[at + 1]?.text ?? ''}`));
}

const bought = new Set('bought ordered booked hired purchased chose chosen signed found decided went settled'.split(' '));
const speakers = new Set(['i', 'we', 'ive', 'weve', 'have']);

/**
 * "I already ordered one", "Edit: went with Dell", "we ended up hiring somebody", but not "I already bought two that broke. What
 * now?" and "I went with my wife".
 */
function hasBought({ tokens, asking, hits }: Reading): boolean {
  const at = tokens.findLastIndex((_, index) => saysBought(tokens, index));
  if (at === -1 || asking.some(({ to }) => to > at)) return false;
  return !hits.some(({ cue, from }) => (cue === 'pain' || cue === 'lacks') && from > at);
}

function saysBought(tokens: readonly Token[], at: number): boolean {
  const [before = '', word = '', next = '', third = '', fourth = ''] = [-1, 0, 1, 2, 3].map((step) => tokens[at + step]?.text ?? '');
  if (word === 'already') return bought.has(next) && speakers.has(before);
  if (!speakers.has(before) && !reporting.has(before)) return false;
  if (word === 'went' || word === 'gone') return next === 'with' && !company.has(third);
  if (word !== 'ended' || next !== 'up') return false;
  if (third === 'going') return fourth === 'with';
  return choosing.has(third) || (acquiring.has(third) && articles.has(fourth));
}
/** Words before an outcome without "I": "Edit: went with Dell", "Finally ended up buying one". */
const reporting = new Set(['edit', 'update', 'finally', 'eventually', 'just', 'so']);
const choosing = new Set('buying ordering hiring purchasing choosing booking'.split(' '));
const acquiring = new Set(['getting', 'with', 'using']);
const articles = new Set('a an the one this that my'.split(' '));
/** "We went with my dad", "went with him". */
const company = new Set('my me him her them us his their our friends family you your'.split(' '));
