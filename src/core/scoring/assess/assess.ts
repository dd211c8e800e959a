import type { Assessment } from '#shared/scoring.ts';
import { recencyOf, saturationOf } from '../arithmetic.ts';
import type { Reading } from '../reading/reading.ts';
import { readBrief, withBrief } from './brief.ts';
import { listEvidence } from './evidence.ts';
import { listFeatures } from './features.ts';
import { gradeOf, type Model, sumsOf, togetherOf } from './model.ts';
import type { Profile } from './profile.ts';
import { reasonOf } from './reason.ts';
import { fitsNot, isSolved, roleOf } from './verdict.ts';

export interface AssessContext {
  model: Model;
  /** UTC milliseconds; null leaves out what depends on the time of reading, as for an archive. */
  now: number | null;
}

/** Wanting something counts for more where it is wanted in this field. */
const topicInIntent = 0.25;

/** Judges one item for one campaign from its text alone. */
export function assess(profile: Profile, reading: Reading, { model, now }: AssessContext): Assessment {
  const features = listFeatures(profile, reading);
  const sums = withBrief(sumsOf(model, features), readBrief(profile, reading, features));
  const { item } = reading;
  const fit = gradeOf(model.grades.fit, togetherOf(sums));
  const judged = { role: roleOf(features, sums), solved: isSolved(features), fitNone: fitsNot(sums) };
  return {
    ...judged,
    components: {
      intent: gradeOf(model.grades.intent, sums.need + topicInIntent * sums.topic),
      fit,
      relevance: gradeOf(model.grades.relevance, sums.topic),
      urgency: urgencyOf(reading) * fit,
      reachability: reachabilityOf(reading),
      recency: now === null ? null : recencyOf(item.createdAt, now),
      saturation: now === null ? null : saturationOf(item.numComments),
    },
    evidence: listEvidence(profile, reading),
    reason: reasonOf(profile, reading, judged),
  };
}

/** Haste alone is nothing: the caller weighs it by how well the need fits. */
function urgencyOf({ hits }: Reading): number {
  return Math.min(1, hits.filter(({ cue }) => cue === 'urgency').length / 2);
}

/** Whether an answer can be given and is asked for. */
function reachabilityOf(reading: Reading): number {
  if (reading.item.locked || reading.item.gone !== null) return 0;
  return reading.asking.length > 0 ? 1 : 0.4;
}
