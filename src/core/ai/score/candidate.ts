import type { Assessment } from '#shared/scoring.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { exactScoreOf } from '#core/scoring/arithmetic.ts';
import { builtInScores, decide, type Decision, leastOf, meritOf } from '#core/scoring/lead-threshold.ts';
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
  /** For `posts.scored_by`: `ollama:qwen3:4b-instruct`, `builtin`, `without-ai` (to be scored again) or `builtin-after-ai`. */
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

export function decisionOn(candidate: Candidate, assessment: Assessment): Decision {
  const { campaign } = candidate;
  const score = Math.round(scoreOfCandidate(candidate, assessment));
  const merit = meritOf(assessment.components, campaign.weights, assessment);
  return decide({ score, merit, role: assessment.role }, campaign);
}

/** From the lead threshold, in what `decide` compares with it. */
function distanceToLead({ campaign, ...candidate }: Candidate, assessment: Assessment): number {
  const points =
    campaign.leadThreshold === null
      ? meritOf(assessment.components, campaign.weights, assessment)
      : scoreOfCandidate({ campaign, ...candidate }, assessment);
  return Math.abs(points - leastOf(campaign));
}

const doubtfulPoints = 8;

/** Close to the lead threshold, or the opposite of the built-in decision: worth asking the strong model. */
export function isDoubtful(candidate: Candidate, scored: Assessment): boolean {
  if (distanceToLead(candidate, scored) <= doubtfulPoints) return true;
  const decisions = new Set([decisionOn(candidate, candidate.assessment), decisionOn(candidate, scored)]);
  return decisions.has('lead') && decisions.has('none');
}

const closePoints = 5;

/** So close to the lead threshold that two answers of the same model may disagree. */
export const isCloseToLead = (candidate: Candidate, assessment: Assessment): boolean =>
  distanceToLead(candidate, assessment) <= closePoints;
