import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Features } from './features.ts';
import { curveSchema } from '../calibration.ts';

/** A logistic curve from the model's scale to 0..1. */
const gradeSchema = z.object({ slope: z.number(), center: z.number() });
export type Grade = z.infer<typeof gradeSchema>;

const modelSchema = z.object({
  /** Weight of each feature after standardization (minus mean, divided by deviation). */
  features: z.record(z.string(), z.object({ mean: z.number(), deviation: z.number(), weight: z.number() })),
  grades: z.object({ intent: gradeSchema, fit: gradeSchema, relevance: gradeSchema }),
  /** Maps the match to the share of such posts that are leads. */
  calibration: curveSchema,
});
export type Model = z.infer<typeof modelSchema>;

let shipped: Model | null = null;

/** The shipped weights, fitted by `training/fit.ts`; read once. */
export function readModel(): Model {
  shipped ??= modelSchema.parse(JSON.parse(readFileSync(new URL('./model.json', import.meta.url), 'utf8')));
  return shipped;
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
    if (!known) throw new Error(`The model has no weight for ${name}: run training/fit.ts`);
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
