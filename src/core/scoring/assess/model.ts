import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Features } from './features.ts';
import { calibrationSchema } from '../calibration.ts';

/** A logistic curve from the model's scale to 0..1. */
const gradeSchema = z.object({ slope: z.number(), center: z.number() });
export type Grade = z.infer<typeof gradeSchema>;

const modelSchema = z.object({
  /** Weight of each feature after standardization (minus mean, divided by deviation). */
  features: z.record(z.string(), z.object({ mean: z.number(), deviation: z.number(), weight: z.number() })),
  grades: z.object({ intent: gradeSchema, fit: gradeSchema, relevance: gradeSchema }),
  /** Maps the match to the share of such posts that are leads. */
  calibration: calibrationSchema,
});
export type Model = z.infer<typeof modelSchema>;

/** The shipped weights, fitted by `bench/fit/fit.ts`. */
export function readModel(): Model {
  return modelSchema.parse(JSON.parse(readFileSync(new URL('./model.json', import.meta.url), 'utf8')));
}

export const topicNames: ReadonlySet<string> = new Set<keyof Features>([
  'likeness',
  'titleLikeness',
  'ruleTermsTitle',
  'ruleTermsBody',
  'distinctTerms',
  'topicShare',
  'termsTitle',
  'termsBody',
]);

/** The two parts of the model's sum: the text's topic, and the author's need. */
export interface Sums {
  topic: number;
  need: number;
}

const farthest = 6;

/** In deviations from the mean, limited so that a rare feature can't outweigh everything else. */
export function standardize(value: number, { mean, deviation }: { mean: number; deviation: number }): number {
  return Math.max(-farthest, Math.min(farthest, (value - mean) / deviation));
}

export function sumsOf({ features: weights }: Pick<Model, 'features'>, features: Features): Sums {
  const sums: Sums = { topic: 0, need: 0 };
  for (const [name, value] of Object.entries(features)) {
    const known = weights[name];
    if (!known) throw new Error(`The model has no weight for ${name}: run bench/fit/fit.ts`);
    sums[topicNames.has(name) ? 'topic' : 'need'] += standardize(value, known) * known.weight;
  }
  return sums;
}

const sharpness = 0.5;
const topicScale = 1.5;
const topicShift = 0.3;

/**
 * Combines need and topic with a soft minimum, because much of one can't make up for none of the other. A plain sum ranks shop
 * talk between professionals above quiet questions.
 */
export function togetherOf({ need, topic }: Sums): number {
  return -Math.log(Math.exp(-sharpness * need) + Math.exp(-sharpness * (topicScale * topic + topicShift))) / sharpness;
}

export const gradeOf = ({ slope, center }: Grade, value: number): number => 1 / (1 + Math.exp(-slope * (value - center)));

/** Scales the need to about one standard deviation, like the similarity it is added to. */
const needShare = 0.77;
/** Lower, because similarity already covers part of the topic. */
const topicShare = 0.5;
/** Similarity alone doesn't show a need: the weaker the need, the less it counts. */
const maxLikeness = 5;
const leastBound = 1;
const capSharpness = 1.5;
/** In a short text a few words determine the similarity, and the sums can't grow as large as in a long one. */
const briefLikeness = { post: 0.5, comment: 0.2 } as const;
const briefLift = { post: 2.5, comment: 3.4 } as const;

export interface MatchParts {
  sums: Sums;
  /** Similarity to the campaign's requests, in standard deviations. */
  likeness: number;
  /** 1 for a text scored as a short one, 0 for a long one. */
  brief: number;
  kind: 'post' | 'comment';
}

/** The value that items are ranked by, from need, topic, and similarity in meaning to the campaign's requests. */
export function matchOf({ sums, likeness, brief, kind }: MatchParts): number {
  const bound = Math.max(leastBound, maxLikeness + Math.min(0, sums.need));
  const bounded = -Math.log(Math.exp(-capSharpness * likeness) + Math.exp(-capSharpness * bound)) / capSharpness;
  const shareOfLikeness = 1 - (1 - briefLikeness[kind]) * brief;
  return needShare * sums.need + topicShare * sums.topic + shareOfLikeness * bounded + briefLift[kind] * brief;
}
