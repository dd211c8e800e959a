import { defaultLeadThreshold, modelLeadThreshold } from '#shared/scoring.ts';
import type { ScoringCampaign } from './profile.ts';

/** Values of `posts.scored_by` for the built-in scorer: no model, a model that couldn't be asked, and one without an answer. */
export const builtInScores = { builtin: 'builtin', unreached: 'without-ai', unanswered: 'builtin-after-ai' } as const;

const marks: ReadonlySet<string> = new Set(Object.values(builtInScores));

export const isModelScore = (scoredBy: string): boolean => !marks.has(scoredBy);

export type Thresholds = Pick<ScoringCampaign, 'postFloor' | 'leadThreshold'>;

/**
 * The score from which a post is a lead. A model's scores are more reliable, so the default is lower for them, but never below
 * the campaign's floor; a threshold that the user chose holds for all scores.
 */
export function leadThresholdOf({ postFloor, leadThreshold }: Thresholds, byModel: boolean): number {
  const isDefault = leadThreshold === defaultLeadThreshold;
  return byModel && isDefault ? Math.min(leadThreshold, Math.max(modelLeadThreshold, postFloor)) : leadThreshold;
}
