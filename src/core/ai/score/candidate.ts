import type { Assessment } from '#shared/scoring.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { decide, type Decision, exactScoreOf } from '#core/scoring/arithmetic.ts';
import { builtInScores, leadThresholdOf } from '#core/scoring/lead-threshold.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';

/** An item assessed for a campaign by the built-in scorer. */
export interface Candidate {
  campaign: ScoringCampaign;
  /** The user whose token budget pays; null: only the instance's. */
  userId: string | null;
  item: FetchedItem;
  assessment: Assessment;
  /** Part of the sample of discarded items that measures how many leads are missed. */
  isAudit?: boolean;
}

/**
 * - `model`: scored by a model. `builtin`: there is no model. `unreached`: budget or provider failed first, so it should
 *   be scored again. `unanswered`: the model gave no usable answer.
 */
export type Outcome = 'model' | 'builtin' | 'unreached' | 'unanswered';

export interface ModelResult {
  assessment: Assessment;
  outcome: Outcome;
  /** For `posts.scored_by`: `ollama:llama3.1`, `builtin`, `without-ai` (to be scored again) or `builtin-after-ai`. */
  scoredBy: string;
  /** The text seems to address the model. */
  suspect: boolean;
}

/** Value of `scored_by` for posts that a model should still score. */
export const withoutAi = builtInScores.unreached;

export const builtInResult = (assessment: Assessment, outcome: keyof typeof builtInScores): ModelResult => ({
  assessment,
  outcome,
  scoredBy: builtInScores[outcome],
  suspect: false,
});

export const scoreOfCandidate = ({ campaign }: Candidate, assessment: Assessment): number =>
  exactScoreOf(assessment.components, campaign.weights, assessment) ?? 0;

const modelThresholdOf = ({ campaign }: Candidate): number => leadThresholdOf(campaign, true);

export function decisionOn(candidate: Candidate, { assessment, outcome }: Pick<ModelResult, 'assessment' | 'outcome'>): Decision {
  const leadThreshold = leadThresholdOf(candidate.campaign, outcome === 'model');
  const score = Math.round(scoreOfCandidate(candidate, assessment));
  return decide(score, assessment.role, { postFloor: candidate.campaign.postFloor, leadThreshold });
}

const doubtfulPoints = 8;

/** Close to the lead threshold, or the opposite of the built-in decision: worth asking the strong model. */
export function isDoubtful(candidate: Candidate, scored: Assessment): boolean {
  const score = scoreOfCandidate(candidate, scored);
  if (Math.abs(score - modelThresholdOf(candidate)) <= doubtfulPoints) return true;
  const decisions = new Set([
    decisionOn(candidate, { assessment: candidate.assessment, outcome: 'builtin' }),
    decisionOn(candidate, { assessment: scored, outcome: 'model' }),
  ]);
  return decisions.has('lead') && decisions.has('none');
}

const closePoints = 5;

/** So close to the lead threshold that two answers of the same model may disagree. */
export const isCloseToLead = (candidate: Candidate, assessment: Assessment): boolean =>
  Math.abs(scoreOfCandidate(candidate, assessment) - modelThresholdOf(candidate)) <= closePoints;
