import type { Reading } from '../reading/reading.ts';
import type { Profile } from './profile.ts';

/** Whether the author is a customer or works in the campaign's trade. All 0 to 1. */
export interface SpeakerFeatures {
  /** "I am a …" with the name of a target customer. */
  customerSpeaks: number;
  /** "I am a …", "fellow …" with the name of the offering. */
  tradePerson: number;
  /** A job, a course, or colleagues in the trade. */
  tradeWork: number;
  /** Starts or runs a business with the same offering. */
  ownTrade: number;
  /** Works for clients, where the campaign isn't about clients: "A customer left a laptop at our shop". */
  servesClients: number;
  /** Jobs, studies, and pay in the title and, damped, in the body. */
  careerTitle: number;
  careerBody: number;
}

export function speakerFeatures(profile: Profile, reading: Reading): SpeakerFeatures {
  const { tokens, mentions } = reading;
  const strongest = (positions: readonly number[]): number =>
    positions.reduce((most, at) => Math.max(most, offerWeight(profile, tokens[at]?.stem ?? -1)), 0);
  return {
    customerSpeaks: mentions.described.some((at) => profile.customers.has(tokens[at]?.stem ?? -1)) ? 1 : 0,
    tradePerson: strongest(mentions.self),
    tradeWork: strongest(mentions.work),
    ownTrade: strongest(mentions.firm),
    servesClients: clientsIn(reading).some((stem) => !profile.terms.has(stem)) ? 1 : 0,
    ...careerTalk(profile, reading),
  };
}

/** Cached, because it is the same for all campaigns. */
const known = new WeakMap<Reading, readonly number[]>();

function clientsIn(reading: Reading): readonly number[] {
  const { tokens } = reading;
  const found =
    known.get(reading) ??
    tokens.filter(({ text }, at) => clients.has(text) && owning.has(tokens[at - 1]?.text ?? '')).map(({ stem }) => stem);
  known.set(reading, found);
  return found;
}
const clients = new Set(['client', 'clients', 'customer', 'customers']);
const owning = new Set(['a', 'my', 'our', 'for', 'the']);

/** In a campaign about students or jobs these words mean nothing. */
function careerTalk({ terms }: Profile, { hits, tokens, titleLength }: Reading): Pick<SpeakerFeatures, 'careerTitle' | 'careerBody'> {
  const foreign = hits.filter(({ cue, from, to }) => cue === 'career' && !tokens.slice(from, to).some(({ stem }) => terms.has(stem)));
  const inTitle = foreign.filter(({ from }) => from < titleLength).length;
  return { careerTitle: Math.min(1, inTitle), careerBody: Math.log1p(foreign.length - inTitle) };
}

function offerWeight({ offered, terms }: Profile, stem: number): number {
  return offered.has(stem) ? Math.min(1, terms.get(stem) ?? 0) : 0;
}
