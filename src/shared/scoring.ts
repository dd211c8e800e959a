import * as z from 'zod';

/** The seven components of a score, each 0 to 1. Unknown is null, never 0. */
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

/** Weights of the components; they needn't add up to 1, because the sum is normalized. */
export const weightsSchema = z.strictObject(
  Object.fromEntries(componentNames.map((name) => [name, z.number().min(0).max(1)])) as Record<ComponentName, z.ZodNumber>,
);
export type Weights = z.infer<typeof weightsSchema>;
/** The least score by its text of what a campaign calls among the best of a day. */
export const leadMinimum = 60;
export const usualLeadsPerDay = 5;
/** Offered when somebody chooses a threshold instead. */
export const usualLeadThreshold = 70;

export const defaultWeights: Weights = {
  intent: 0.3,
  fit: 0.3,
  relevance: 0.12,
  urgency: 0.08,
  reachability: 0.08,
  recency: 0.07,
  saturation: 0.05,
};

/** A literal passage of the item; `start` and `end` are UTF-16 offsets into the named field. */
export const evidenceSchema = z.object({
  text: z.string(),
  start: z.number().int().min(0),
  end: z.number().int().min(0),
  field: z.enum(['title', 'body']),
  /** The component that it supports. */
  why: z.enum(componentNames),
});
export type Evidence = z.infer<typeof evidenceSchema>;

export const roleSchema = z.enum(['customer', 'seller', 'other']);
export type SpeakerRole = z.infer<typeof roleSchema>;

/** A scorer's result for one item, before weights are applied. */
export interface Assessment {
  components: Components;
  role: SpeakerRole;
  solved: boolean;
  /** True when the offering doesn't fit at all. */
  fitNone: boolean;
  evidence: Evidence[];
  /** Plain text, at most 120 characters. */
  reason: string;
}

/** The most points by which learning moves a post, up or down. */
export const maxLearnedPoints = 25;
/**
 * Learned points as added to a post with a maximum of `most` points; positive effects diminish towards 100, so that the best
 * posts stay distinct.
 */
export const learnedEffect = (learnedPoints: number, most: number): number =>
  learnedPoints > 0 ? learnedPoints * Math.max(0, Math.min(1, (100 - most) / maxLearnedPoints)) : learnedPoints;
