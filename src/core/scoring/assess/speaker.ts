import type { Reading, Token } from '../reading/reading.ts';
import type { Profile } from './profile.ts';

/** Who speaks: the campaign's customer, or somebody of its own trade. All 0 to 1. */
export interface SpeakerFeatures {
  /** "I am a … of the kind described". */
  customerSpeaks: number;
  /** "I am a …", "fellow …" with the name of what is offered. */
  tradePerson: number;
  /** A job, a course or colleagues in the field. */
  tradeWork: number;
  /** Starts or runs a business that offers the same. */
  ownTrade: number;
  /** Speaks of jobs, studies and pay, in the title and, damped, in the body. */
  careerTitle: number;
  careerBody: number;
}

const firms = new Set([
  'business',
  'company',
  'companies',
  'firm',
  'agency',
  'startup',
  'service',
  'services',
  'consultancy',
  'practice',
  'shop',
  'store',
]);
const founding = new Set([
  'start',
  'starting',
  'started',
  'open',
  'opening',
  'launch',
  'launching',
  'run',
  'running',
  'build',
  'building',
  'own',
  'create',
  'creating',
  'new',
  'my',
  'our',
  'setup',
  'up',
]);
const unspecific = new Set(['small', 'online', 'local']);
const workWords = new Set([
  'work',
  'works',
  'worked',
  'working',
  'job',
  'position',
  'career',
  'intern',
  'internship',
  'manager',
  'coordinator',
  'student',
  'degree',
  'interview',
  'hired',
  'experience',
  'skills',
]);
const jobTitles = new Set([
  'manager',
  'coordinator',
  'consultant',
  'specialist',
  'developer',
  'designer',
  'intern',
  'student',
  'professional',
  'professionals',
  'expert',
  'experts',
  'analyst',
  'director',
  'technician',
  'admin',
  'administrator',
  'engineer',
  'freelancer',
  'contractor',
  'rep',
  'agent',
  'guru',
  'gurus',
  'folks',
  'people',
]);
const joints = new Set(['in', 'at', 'for', 'as', 'with', 'the', 'a', 'an', 'of']);
const selfNames = new Set(['im a', 'im an', 'im the', 'am a', 'am an', 'as a', 'as an', 'were a', 'were an', 'are a', 'are an']);

export function speakerFeatures(profile: Profile, reading: Reading): SpeakerFeatures {
  const { tokens, titleLength } = reading;
  const found: SpeakerFeatures = { customerSpeaks: 0, tradePerson: 0, tradeWork: 0, ownTrade: 0, ...careerTalk(profile, reading) };
  const raise = (name: keyof SpeakerFeatures, value: number): void => void (found[name] = Math.max(found[name], Math.min(1, value)));
  const offer = (at: number): number => offerWeight(profile, tokens[at]);
  for (let at = 0; at < tokens.length; at += 1) {
    const floor = at < titleLength ? 0 : titleLength;
    const word = tokens[at]?.text ?? '';
    if (namesSelf(tokens, at)) {
      raise('tradePerson', offer(at));
      if (profile.customers.has(tokens[at]?.stem ?? -1)) raise('customerSpeaks', 1);
    }
    if (word === 'here' && at < floor + 6) raise('tradePerson', Math.max(offer(at - 1), offer(at - 2)));
    if (worksIn(tokens, at, floor)) raise('tradeWork', offer(at));
    if (jobTitles.has(word) && at > floor) raise('tradeWork', offer(at - 1));
    if (firms.has(word) && someBefore(tokens, { at, count: 6, floor }, founding))
      raise('ownTrade', Math.max(...[1, 2].map((back) => (at - back < floor ? 0 : specificWeight(offer(at - back), tokens[at - back])))));
  }
  return found;
}

/** Where the campaign itself speaks of students or jobs, these words tell nothing. */
function careerTalk({ terms }: Profile, { hits, tokens, titleLength }: Reading): Pick<SpeakerFeatures, 'careerTitle' | 'careerBody'> {
  const foreign = hits.filter(({ cue, from, to }) => cue === 'career' && !tokens.slice(from, to).some(({ stem }) => terms.has(stem)));
  const inTitle = foreign.filter(({ from }) => from < titleLength).length;
  return { careerTitle: Math.min(1, inTitle), careerBody: Math.log1p(foreign.length - inTitle) };
}

function offerWeight({ offered, terms }: Profile, token: Token | undefined): number {
  return token && offered.has(token.stem) ? (terms.get(token.stem) ?? 0) : 0;
}

const specificWeight = (weight: number, token: Token | undefined): number =>
  token && (firms.has(token.text) || unspecific.has(token.text)) ? 0 : weight;

/** Whether "I am a" or "fellow" stands before a word, with at most one word between. */
function namesSelf(tokens: readonly Token[], at: number): boolean {
  return [1, 2].some(
    (back) =>
      tokens[at - back]?.text === 'fellow' || selfNames.has(`${tokens[at - back - 1]?.text ?? ''} ${tokens[at - back]?.text ?? ''}`),
  );
}

/** "work in marketing", "job at a marketing agency": only small words may stand between. */
function worksIn(tokens: readonly Token[], at: number, floor: number): boolean {
  let back = at - 1;
  while (back >= floor && back > at - 4 && joints.has(tokens[back]?.text ?? '')) back -= 1;
  return back >= floor && workWords.has(tokens[back]?.text ?? '');
}

function someBefore(
  tokens: readonly Token[],
  { at, count, floor }: { at: number; count: number; floor: number },
  words: ReadonlySet<string>,
): boolean {
  for (let back = Math.max(floor, at - count); back < at; back += 1) if (words.has(tokens[back]?.text ?? '')) return true;
  return false;
}
