import type { Assessment, Components } from '#shared/scoring.ts';
import { type Caps, recencyOf, saturationOf } from '../arithmetic.ts';
import { moveTo } from '../calibration.ts';
import type { Odds } from '../reader/reader.ts';
import { isOnTopic, shareWithOdds } from '../reader/blend.ts';
import { valueOn } from '../curve.ts';
import { likenessTo } from '../encoder/meaning.ts';
import { type Reading, titleAlone } from '../reading/reading.ts';
import { type Brief, readBrief, titleCover, titleOddsOf } from './brief.ts';
import { contextOf } from './context.ts';
import { listEvidence } from './evidence.ts';
import { type Features, listFeatures } from './features.ts';
import { shareOf } from './form.ts';
import { gradeOf, type Model, type Sums, sumsOf, togetherOf } from './model.ts';
import type { Profile } from './profile.ts';
import { matchOf, withBrief } from './ranking.ts';
import { reasonOf } from './reason.ts';
import { fitsNot, isSolved, roleOf } from './result.ts';

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
  const { meaning } = language;
  const likeness = likenessTo(wish, meaning.gistOfTokens(tokens));
  if (item.kind === 'post') return likeness;
  return Math.max(likeness, threadWorth * likenessTo(wish, meaning.gistOfTitle(item)));
}

/** Urgency alone means nothing: the caller weighs it by how well the need fits. */
function urgencyOf({ hits }: Reading): number {
  return Math.min(1, hits.filter(({ cue }) => cue === 'urgency').length / 2);
}

const canReach = ({ item }: Reading): boolean => !item.locked && item.gone === null;

/** Whether the author asks for a reply. */
function reachabilityOf(reading: Reading): number {
  return reading.asking.length > 0 ? 1 : 0.4;
}
