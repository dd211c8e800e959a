import type { Brief } from './brief.ts';
import type { Sums } from './model.ts';

/** Scales the need to about one standard deviation, like the similarity it is added to. */
const needShare = 0.65;
/** The same for a text that lacks the signs of a need. */
const lackShare = 1;
/** However clearly something is asked for, that doesn't make it the offering. */
const enoughNeed = 1.3;
/** Lower, because similarity already covers part of the topic. */
const topicShare = 0.45;
const likenessShare = 1.38;
/** What the title asks for, which the sums of a long text hardly show. */
const titleShare = 0.4;
const titleBounds = { least: -1.2, most: 1.5 };
/** Puts long texts on the scale of titles and comments. */
const start = -0.775;
/** Similarity alone doesn't show a need: the weaker the need, the less it counts. */
const maxLikeness = 6;
const leastBound = 1;
const capSharpness = 1.5;

export interface MatchParts {
  /** The model's sums, as for a long text. */
  sums: Sums;
  /** Similarity to the campaign's requests, in standard deviations. */
  likeness: number;
  /** Null for a long text. */
  brief: Brief | null;
  /** Log odds that the author needs the offering, by the title alone; null if unknown. */
  titleOdds: number | null;
}

/** The value that items are ranked by, from need, topic, and similarity in meaning to the campaign's requests. */
export function matchOf({ sums, likeness, brief, titleOdds }: MatchParts): number {
  const long = sumOf(sums, boundedBy(sums, likeness)) + titleShare * bounded(titleOdds ?? 0, titleBounds);
  if (!brief) return long;
  if (brief.leadOdds !== null) return brief.share * matchAt[brief.kind](brief.leadOdds) + (1 - brief.share) * long;
  return brief.isTitleAsk ? briefPost({ likeness, brief, long }) : briefReply({ sums, likeness, brief });
}

const bounded = (value: number, { least, most }: typeof titleBounds): number => Math.min(most, Math.max(least, value));

/** Each further sign of a need says less than the one before. */
const needWorth = (need: number): number => (need < 0 ? lackShare : needShare) * Math.min(enoughNeed, need);

const sumOf = ({ need, topic }: Sums, likeness: number): number => start + needWorth(need) + topicShare * topic + likeness;

function boundedBy({ need }: Sums, likeness: number): number {
  const bound = Math.max(leastBound, maxLikeness + Math.min(0, need));
  const scaled = likenessShare * likeness;
  return -Math.log(Math.exp(-capSharpness * scaled) + Math.exp(-capSharpness * bound)) / capSharpness;
}

interface BriefParts extends Pick<MatchParts, 'sums' | 'likeness'> {
  brief: Brief;
  /** The match as for a long text. */
  long: number;
}

/**
 * A request for exactly the offering, as far as a title can express it: within the range of good long posts, but not above them.
 */
const askBase = 5;
const askLikeness = 0.1;
const maxAskLikeness = 0.2;
/** For a short text that asks nothing. */
const silence = 1;
const clearAsk = 0.6;

const silenceOf = ({ asks }: Brief): number => silence * Math.max(0, 1 - asks / clearAsk);

/** A short post ranks like a long one, except by its form if it requests the offering, and lower if it asks nothing. */
function briefPost({ likeness, brief, long }: Omit<BriefParts, 'sums'>): number {
  const plain = long - brief.share * silenceOf(brief);
  const asked = brief.share * brief.asksForOffer;
  return Math.max(plain, (1 - asked) * plain + asked * (askBase + Math.min(maxAskLikeness, askLikeness * likeness)));
}

/** In a short comment a few words determine the similarity, and the sums can't grow as large as in a long text. */
const replyLikeness = { post: 0.5, comment: 0.1 } as const;
const replyLift = 4.9;

/** The match of a comment with even odds: just below a lead. From there on, the calibration curve rises like log odds. */
const evenOdds = 4.6;
/** The match of a title with even odds, just above a lead, and of the clearest one: real titles are right less often than theirs say. */
const titleLine = 5.1;
const bestTitle = 5.4;
/** Below the line, real titles are leads much less often. */
const belowLine = 2;

/** Match by log odds that the author needs the offering. */
const matchAt = {
  comment: (odds: number): number => evenOdds + odds,
  post: (odds: number): number => titleLine + (odds < 0 ? belowLine * odds : (bestTitle - titleLine) * (odds / (1 + odds))),
} as const;

/** A comment that no model reads, or a short post in a language without a model for long ones. */
function briefReply({ sums, likeness, brief }: Omit<BriefParts, 'long'>): number {
  const { share, kind } = brief;
  const mixed = withBrief(sums, brief);
  // Phrases of asking are incomplete in other languages.
  const quiet = kind === 'comment' ? silenceOf(brief) : 0;
  return sumOf(mixed, (1 - (1 - replyLikeness[kind]) * share) * boundedBy(mixed, likeness)) + share * (replyLift - quiet);
}

/** The sums of a brief text, mixed with the model's as it gets longer. */
export function withBrief(sums: Sums, brief: Brief | null): Sums {
  if (!brief) return sums;
  const mix = (own: number, model: number): number => brief.share * own + (1 - brief.share) * model;
  return { need: mix(brief.need, sums.need), topic: mix(brief.topic, sums.topic) };
}
