import type { FetchedItem } from '#core/platform/item.ts';
import type { Assessment, Components, SpeakerRole } from '#shared/scoring.ts';
import { type Caps, recencyOf, saturationOf } from '../arithmetic.ts';
import { moveTo, valueOn } from '../calibration.ts';
import { type Odds, isOnTopic, shareWithOdds } from '../reader/reader.ts';
import { likenessTo } from '../encoder/meaning.ts';
import { type Reading, titleAlone } from '../reading/reading.ts';
import { type Brief, readBrief, titleCover, titleOddsOf } from './brief.ts';
import { budgetWorth } from './buying.ts';
import { listEvidence } from './evidence.ts';
import { type Features, listFeatures } from './features.ts';
import { shareOf } from './form.ts';
import { gradeOf, type Model, type Sums, sumsOf, togetherOf } from './model.ts';
import type { Profile } from './profile.ts';
import { matchOf, withBrief } from './ranking.ts';
import { reasonOf } from './reason.ts';
import { nameOf } from './subreddit.ts';

const namedWorth = 0.7;
/** Hundreds of votes go to stories, news, and discussions; a question rarely gets more than these. */
const votes = { from: 80, to: 800 };
const popularWorth = 0.4;

interface TextSigns {
  brief: Pick<Brief, 'leadOdds' | 'share'> | null;
  features: Pick<Features, 'outOfRange'>;
}

/**
 * What a post's subreddit, its votes, and its budget say, on the scale of the match: more in a subreddit that is named for the
 * offering than in the others that the campaign monitors, less for a popular post, or for a budget far below the prices,
 * however clear the need is. 0 for comments, whose votes and threads say neither. The odds of a title alone contain its
 * subreddit and budget already.
 */
export function contextOf(profile: Profile, item: FetchedItem, { brief, features }: TextSigns): number {
  if (item.kind === 'comment') return 0;
  const known = brief && brief.leadOdds !== null ? brief.share : 0;
  const count = Math.min(votes.to, Math.max(votes.from, item.score ?? 0));
  const unread = namedWorth * namedOf(profile, item.subreddit) + Math.log(budgetWorth(features));
  return (1 - known) * unread - popularWorth * Math.log(count / votes.from);
}

/** Cached, because it is the same for all items. */
const means = new WeakMap<Profile, number>();

function namedOf(profile: Profile, subreddit: string): number {
  const { subreddits } = profile.campaign;
  if (subreddits.length === 0) return 0;
  const mean = means.get(profile) ?? subreddits.reduce((sum, name) => sum + nameOf(profile, name), 0) / subreddits.length;
  means.set(profile, mean);
  return nameOf(profile, subreddit) - mean;
}

const sellerBar = 1.5;
const customerBar = 0;
/** A comment that asks this clearly isn't an advertisement, whatever it mentions. */
const askingBar = 0.8;
const fitNoneBar = -1.2;

/** The author's role. A seller must show clearly more offering than need, because a customer mistaken for one would be lost. */
function roleOf(features: Features, { need }: Sums): SpeakerRole {
  if (features.promotesInReply > 0 && need < askingBar) return 'seller';
  if (features.seeksWork > 0) return 'seller';
  if (features.hiresPeople > 0) return 'customer';
  const offers =
    1.2 * features.sellerTitle + 0.8 * Math.min(1.5, features.sellerDensity) + 0.5 * features.tradePerson + 0.4 * features.ownTrade;
  if (offers - 0.35 * need - 0.3 * (features.seekTitle + features.helpTitle) > sellerBar) return 'seller';
  return need > customerBar ? 'customer' : 'other';
}

const isSolved = ({ solvedFlag, solvedTitle, editOutcome, boughtAlready }: Features): boolean =>
  solvedFlag + solvedTitle + editOutcome + boughtAlready > 0;

const fitsNot = ({ topic }: Sums): boolean => topic < fitNoneBar;

export interface AssessContext {
  model: Model;
  /** UTC ms; null leaves out components that depend on the current time, as for an archive. */
  now: number | null;
  /** From reading campaign and text together; absent where only the cheap stage looked. */
  odds?: Odds | undefined;
}

/** A need counts for more when it concerns the campaign's topic. */
const topicInIntent = 0.25;

/** A text this similar to the campaign's requests may fit even without its terms. */
const fitLikeness = 2;

/** A short request this likely for the offering fits, although it names none of its terms. */
const clearlyAsked = 0.5;

/** Everything computed from an item's text before calibration. */
export interface Weighed {
  features: Features;
  sums: Sums;
  /** Similarity to the campaign's requests, in standard deviations. */
  likeness: number;
  /** The value that items are ranked by. */
  match: number;
  /** How likely a short text asks for the offering, 0 to 1. */
  asked: number;
}

/** A title above a word of thanks counts as it would alone. */
export function weigh(profile: Profile, reading: Reading, model: Pick<Model, 'features'>): Weighed {
  const whole = weighText(profile, reading, model);
  const share = titleCover(reading);
  if (share === 0) return whole;
  const { match, asked } = weighText(profile, titleAlone(reading), model);
  return {
    ...whole,
    match: whole.match + share * Math.max(0, match - whole.match),
    asked: Math.max(whole.asked, share * asked),
  };
}

function weighText(profile: Profile, reading: Reading, model: Pick<Model, 'features'>): Weighed {
  const features = listFeatures(profile, reading);
  const likeness = requestLikeness(profile, reading);
  const titleOdds = titleOddsOf(profile, reading, features);
  const brief = readBrief(profile, reading, { features, titleOdds });
  const sums = sumsOf(model, features);
  return {
    features,
    sums: withBrief(sums, brief),
    likeness,
    match: matchOf({ sums, likeness, brief, titleOdds }) + contextOf(profile, reading.item, { brief, features }),
    asked: askedOf(brief),
  };
}

function askedOf(brief: Brief | null): number {
  if (!brief) return 0;
  if (brief.leadOdds !== null) return shareOf(brief.leadOdds);
  return brief.isTitleAsk ? brief.asksForOffer : 0;
}

/** Scores one item for one campaign by its text alone. */
export function assess(profile: Profile, reading: Reading, { model, now, odds }: AssessContext): Assessment {
  const weighed = weigh(profile, reading, model);
  const { item } = reading;
  const known = capsOf(weighed);
  const caps = odds && isOnTopic(odds) ? { ...known, fitNone: false } : known;
  const cheap = valueOn(model.calibration, weighed.match);
  const moved = moveTo(componentsOf(reading, weighed, model), odds ? shareWithOdds(cheap, odds) : cheap);
  const components = {
    ...moved,
    reachability: canReach(reading) ? moved.reachability : 0,
    recency: now === null ? null : recencyOf(item.createdAt, now),
    saturation: now === null ? null : saturationOf(item.numComments),
  };
  const scored = { ...caps, components, evidence: listEvidence(profile, reading) };
  return { ...scored, reason: reasonOf(profile, reading, scored) };
}

/** What limits the score, whatever the match. */
export const capsOf = (weighed: Weighed): Caps => ({
  role: roleOf(weighed.features, weighed.sums),
  solved: isSolved(weighed.features),
  fitNone: fitsNothing(weighed),
});

const fitsNothing = ({ sums, likeness, asked }: Weighed): boolean => fitsNot(sums) && likeness < fitLikeness && asked < clearlyAsked;

/** The evidence for and against the item, before the calibrated score determines its weight. */
function componentsOf(reading: Reading, { sums }: Weighed, { grades }: Model): Components {
  const fit = gradeOf(grades.fit, togetherOf(sums));
  return {
    intent: gradeOf(grades.intent, sums.need + topicInIntent * sums.topic),
    fit,
    relevance: gradeOf(grades.relevance, sums.topic),
    urgency: urgencyOf(reading) * fit,
    reachability: reachabilityOf(reading),
    recency: null,
    saturation: null,
  };
}

/** A comment without terms of its own is about its thread's topic. */
const threadWorth = 0.8;

/** Similarity in meaning between a text and the campaign's requests; quoted text doesn't count. */
export function requestLikeness({ wish, language }: Profile, { item, tokens }: Reading): number {
  const likeness = likenessTo(wish, language.meaning.gistOfTokens(tokens));
  if (item.kind === 'post') return likeness;
  return Math.max(likeness, threadWorth * threadLikeness({ wish, language }, item));
}

/** Similarity in meaning between a comment's thread and the campaign's requests. */
export const threadLikeness = ({ wish, language: { meaning } }: Pick<Profile, 'wish' | 'language'>, item: Reading['item']): number =>
  likenessTo(wish, meaning.gistOfTitle(item));

/** Urgency alone means nothing: the caller weighs it by how well the need fits. */
function urgencyOf({ hits }: Reading): number {
  return Math.min(1, hits.filter(({ cue }) => cue === 'urgency').length / 2);
}

const canReach = ({ item }: Reading): boolean => !item.locked && item.gone === null;

/** Whether the author asks for a reply. */
function reachabilityOf(reading: Reading): number {
  return reading.asking.length > 0 ? 1 : 0.4;
}
