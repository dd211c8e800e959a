import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Features } from './features.ts';
import { calibrationSchema } from '../calibration.ts';

/** A logistic curve from the model's scale to 0..1. */
const gradeSchema = z.object({ slope: z.number(), center: z.number() });
export type Grade = z.infer<typeof gradeSchema>;

const modelSchema = z.object({
  /** Weight of each feature after it was centred and divided by its deviation. */
  features: z.record(z.string(), z.object({ mean: z.number(), deviation: z.number(), weight: z.number() })),
  grades: z.object({ intent: gradeSchema, fit: gradeSchema, relevance: gradeSchema }),
  /** From the match to the share of such posts that are leads. */
  calibration: calibrationSchema,
});
export type Model = z.infer<typeof modelSchema>;

/** The fitted weights; `bench/fit/fit.ts` makes them. */
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

/** The two halves of the model's sum: what the text is about, and what its author wants. */
export interface Sums {
  topic: number;
  need: number;
}

const farthest = 6;

/** In deviations from the mean. What is rare must not outweigh everything else when it occurs. */
export function standardise(value: number, { mean, deviation }: { mean: number; deviation: number }): number {
  return Math.max(-farthest, Math.min(farthest, (value - mean) / deviation));
}

export function sumsOf({ features: weights }: Pick<Model, 'features'>, features: Features): Sums {
  const sums: Sums = { topic: 0, need: 0 };
  for (const [name, value] of Object.entries(features)) {
    const known = weights[name];
    if (!known) throw new Error(`The model has no weight for ${name}: run bench/fit/fit.ts`);
    sums[topicNames.has(name) ? 'topic' : 'need'] += standardise(value, known) * known.weight;
  }
  return sums;
}

const sharpness = 0.5;
const topicScale = 1.5;
const topicShift = 0.3;

/**
 * Need and topic together: a soft minimum, for much of the one cannot make up for none of the other. A plain sum
 * ranks strangers' shop talk above quiet questions.
 */
export function togetherOf({ need, topic }: Sums): number {
  return -Math.log(Math.exp(-sharpness * need) + Math.exp(-sharpness * (topicScale * topic + topicShift))) / sharpness;
}

export const gradeOf = ({ slope, center }: Grade, value: number): number => 1 / (1 + Math.exp(-slope * (value - center)));

/** Brings the need to about one standard deviation, like the likeness that it is added to. */
const needShare = 0.77;
/** Less: likeness says in meaning what the topic says in words. */
const topicShare = 0.5;
/** However alike a text is, that alone does not say that anything is wanted: the less is wanted, the less it counts. */
const maxLikeness = 5;
const leastBound = 1;
const capSharpness = 1.5;
/** In a short text a few words decide how alike it is, and its sums cannot grow as those of a long one do. */
const briefLikeness = { post: 0.5, comment: 0.2 } as const;
const briefLift = { post: 2.5, comment: 3.4 } as const;

export interface MatchParts {
  sums: Sums;
  /** Of the text to the campaign's requests, in standard deviations. */
  likeness: number;
  /** 1 for a text scored as a short one, 0 for a long one. */
  brief: number;
  kind: 'post' | 'comment';
}

/** What items are ranked by: what they need, what they are about, and how like the campaign's requests they are in meaning. */
export function matchOf({ sums, likeness, brief, kind }: MatchParts): number {
  const bound = Math.max(leastBound, maxLikeness + Math.min(0, sums.need));
  const bounded = -Math.log(Math.exp(-capSharpness * likeness) + Math.exp(-capSharpness * bound)) / capSharpness;
  const shareOfLikeness = 1 - (1 - briefLikeness[kind]) * brief;
  return needShare * sums.need + topicShare * sums.topic + shareOfLikeness * bounded + briefLift[kind] * brief;
}
