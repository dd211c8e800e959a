import type { Brief } from './brief.ts';
import type { Sums } from './model.ts';

/** Brings the need to about one standard deviation, like the likeness that it is added to. */
const needShare = 0.77;
/** Less: likeness says in meaning what the topic says in words. */
const topicShare = 0.5;
/** However alike a text is, that alone does not say that anything is wanted: the less is wanted, the less it counts. */
const maxLikeness = 5;
const leastBound = 1;
const capSharpness = 1.5;

export interface MatchParts {
  /** The model's, as for a long text. */
  sums: Sums;
  /** Of the text to the campaign's requests, in standard deviations. */
  likeness: number;
  /** Null for a long text. */
  brief: Brief | null;
}

/** What items are ranked by: what they need, what they are about, and how like the campaign's requests they are in meaning. */
export function matchOf({ sums, likeness, brief }: MatchParts): number {
  if (!brief) return sumOf(sums, boundedBy(sums, likeness));
  return brief.isTitleAsk ? briefPost({ sums, likeness, brief }) : briefReply({ sums, likeness, brief });
}

const sumOf = ({ need, topic }: Sums, likeness: number): number => needShare * need + topicShare * topic + likeness;

function boundedBy({ need }: Sums, likeness: number): number {
  const bound = Math.max(leastBound, maxLikeness + Math.min(0, need));
  return -Math.log(Math.exp(-capSharpness * likeness) + Math.exp(-capSharpness * bound)) / capSharpness;
}

type BriefParts = MatchParts & { brief: Brief };

/** An ask for just what is offered, as far as a title can say it: in the range of good long posts, but not above them. */
const askBase = 5.1;
const askLikeness = 0.1;
/** Of a short text that asks nothing. */
const silence = 1;
const clearAsk = 0.6;

/** A short post ranks as a long one would, but by its form where that asks for what is offered, and lower where it asks nothing. */
function briefPost({ sums, likeness, brief }: BriefParts): number {
  const plain = sumOf(sums, boundedBy(sums, likeness)) - brief.share * silence * Math.max(0, 1 - brief.asks / clearAsk);
  const asked = brief.share * brief.asksForOffer;
  return Math.max(plain, (1 - asked) * plain + asked * (askBase + askLikeness * Math.min(maxLikeness, likeness)));
}

/** In a short comment a few words decide how alike it is, and its sums cannot grow as those of a long text do. */
const replyLikeness = { post: 0.5, comment: 0.1 } as const;
const replyLift = { post: 2.5, comment: 3.35 } as const;

/** A comment, or a short post in a language that has no model for long ones. */
function briefReply({ sums, likeness, brief }: BriefParts): number {
  const { share, kind } = brief;
  const mixed = withBrief(sums, brief);
  return sumOf(mixed, (1 - (1 - replyLikeness[kind]) * share) * boundedBy(mixed, likeness)) + replyLift[kind] * share;
}

/** A brief text's own sums, mixed with the model's where it is not that short. */
export function withBrief(sums: Sums, brief: Brief | null): Sums {
  if (!brief) return sums;
  const mix = (own: number, model: number): number => brief.share * own + (1 - brief.share) * model;
  return { need: mix(brief.need, sums.need), topic: mix(brief.topic, sums.topic) };
}
