import * as z from 'zod';

/** The seven parts of a score, each 0 to 1. Missing is null, never 0. */
export const componentNames = ['intent', 'fit', 'relevance', 'urgency', 'reachability', 'recency', 'saturation'] as const;
export type ComponentName = (typeof componentNames)[number];
const part = z.number().min(0).max(1).nullable();
export const componentsSchema = z.object({
  intent: part,
  fit: part,
  relevance: part,
  urgency: part,
  reachability: part,
  recency: part,
  saturation: part,
});
export type Components = z.infer<typeof componentsSchema>;

/** Shares of the score; they need not add up to 1, the sum is normalized. */
export const weightsSchema = z.strictObject(
  Object.fromEntries(componentNames.map((name) => [name, z.number().min(0).max(1)])) as Record<ComponentName, z.ZodNumber>,
);
export type Weights = z.infer<typeof weightsSchema>;
export const defaultWeights: Weights = {
  intent: 0.3,
  fit: 0.3,
  relevance: 0.12,
  urgency: 0.08,
  reachability: 0.08,
  recency: 0.07,
  saturation: 0.05,
};

/** A passage that stands literally in the item: `start` and `end` are UTF-16 offsets into the named field. */
export const evidenceSchema = z.object({
  text: z.string(),
  start: z.number().int().min(0),
  end: z.number().int().min(0),
  field: z.enum(['title', 'body']),
  /** Which component it speaks for. */
  why: z.enum(componentNames),
});
export type Evidence = z.infer<typeof evidenceSchema>;

export const roleSchema = z.enum(['customer', 'seller', 'other']);
export type SpeakerRole = z.infer<typeof roleSchema>;

/** What a scorer says of one item before weights are applied. */
export interface Assessment {
  components: Components;
  role: SpeakerRole;
  solved: boolean;
  /** True when the offering does not fit at all. */
  fitNone: boolean;
  evidence: Evidence[];
  /** Plain words, at most 120 characters. */
  reason: string;
}

/** What a campaign learned moves a post no further than this, in points either way. */
export const maxLearnedPoints = 25;
/** What is learned as it is added to `most`, the points a post can have: lifting fades towards 100, so that the best stay apart. */
export const learnedEffect = (learnedPoints: number, most: number): number =>
  learnedPoints > 0 ? learnedPoints * Math.max(0, Math.min(1, (100 - most) / maxLearnedPoints)) : learnedPoints;
