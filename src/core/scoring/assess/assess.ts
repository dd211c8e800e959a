import type { Assessment, Components } from '#shared/scoring.ts';
import { recencyOf, saturationOf } from '../arithmetic.ts';
import { calibrate, moveTo } from '../calibration.ts';
import { likenessTo } from '../encoder/meaning.ts';
import type { Reading } from '../reading/reading.ts';
import { readBrief, withBrief } from './brief.ts';
import { listEvidence } from './evidence.ts';
import { type Features, listFeatures } from './features.ts';
import { gradeOf, matchOf, type Model, type Sums, sumsOf, togetherOf } from './model.ts';
import type { Profile } from './profile.ts';
import { reasonOf } from './reason.ts';
import { fitsNot, isSolved, roleOf } from './result.ts';

export interface AssessContext {
  model: Model;
  /** UTC milliseconds; null leaves out what depends on the time of reading, as for an archive. */
  now: number | null;
}

/** Wanting something counts for more where it is wanted in this field. */
const topicInIntent = 0.25;

/** What is this much like the campaign's requests may fit, whatever its words. */
const fitLikeness = 2;

/** What an item's text comes to before it is calibrated. */
export interface Weighed {
  features: Features;
  sums: Sums;
  /** Of the text to the campaign's requests, in standard deviations. */
  likeness: number;
  /** What items are ranked by. */
  match: number;
}

export function weigh(profile: Profile, reading: Reading, model: Pick<Model, 'features'>): Weighed {
  const features = listFeatures(profile, reading);
  const brief = readBrief(profile, reading, features);
  const sums = withBrief(sumsOf(model, features), brief);
  const likeness = requestLikeness(profile, reading);
  return { features, sums, likeness, match: matchOf({ sums, likeness, brief: brief?.share ?? 0, kind: reading.item.kind }) };
}

/** Scores one item for one campaign from its text alone. */
export function assess(profile: Profile, reading: Reading, { model, now }: AssessContext): Assessment {
  const weighed = weigh(profile, reading, model);
  const { features, sums } = weighed;
  const { item } = reading;
  const verdict = { role: roleOf(features, sums), solved: isSolved(features), fitNone: fitsNot(sums) && weighed.likeness < fitLikeness };
  const moved = moveTo(componentsOf(reading, weighed, model), calibrate(model.calibration, weighed.match));
  const components = {
    ...moved,
    reachability: canReach(reading) ? moved.reachability : 0,
    recency: now === null ? null : recencyOf(item.createdAt, now),
    saturation: now === null ? null : saturationOf(item.numComments),
  };
  const scored = { ...verdict, components, evidence: listEvidence(profile, reading) };
  return { ...scored, reason: reasonOf(profile, reading, scored) };
}

/** What speaks for the item and what against it, before the calibrated score decides how much they come to. */
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

/** A comment that names nothing itself is about what its thread is about. */
const threadWorth = 0.8;

/** How like the campaign's requests a text is in meaning; what is quoted or written by others does not count. */
export function requestLikeness({ wish, language }: Profile, { item, tokens }: Reading): number {
  const { meaning } = language;
  const likeness = likenessTo(wish, meaning.gistOfTokens(tokens));
  if (item.kind === 'post') return likeness;
  return Math.max(likeness, threadWorth * likenessTo(wish, meaning.gistOfText(item.title)));
}

/** Haste alone is nothing: the caller weighs it by how well the need fits. */
function urgencyOf({ hits }: Reading): number {
  return Math.min(1, hits.filter(({ cue }) => cue === 'urgency').length / 2);
}

const canReach = ({ item }: Reading): boolean => !item.locked && item.gone === null;

/** Whether an answer is asked for. */
function reachabilityOf(reading: Reading): number {
  return reading.asking.length > 0 ? 1 : 0.4;
}
