import type { Assessment } from '#shared/scoring.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { decide, type Decision, exactScoreOf } from '#core/scoring/arithmetic.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';

/** One item that one campaign's built-in scorer has assessed. */
export interface Candidate {
  campaign: ScoringCampaign;
  /** Whose tokens it is scored with; null: the instance's alone. */
  userId: string | null;
  item: FetchedItem;
  assessment: Assessment;
  /** A sample of what was not kept: it is counted whether the model sees a lead in it. */
  isAudit?: boolean;
}

/**
 * - `model`: a model scored it. `builtin`: there is no model. `unreached`: budget or provider ended before its turn, so it
 *   should be scored again. `unanswered`: the model was asked and said nothing usable about it.
 */
export type Outcome = 'model' | 'builtin' | 'unreached' | 'unanswered';

export interface ModelResult {
  assessment: Assessment;
  outcome: Outcome;
  /** For `posts.scored_by`: `ollama:llama3.1`, `builtin`, `without-ai` (to be scored again) or `builtin-after-ai`. */
  scoredBy: string;
  /** The text seems to talk to the model. */
  suspect: boolean;
}

/** What marks a post that a model should still score. */
export const withoutAi = 'without-ai';

const scoredBy = { builtin: 'builtin', unreached: withoutAi, unanswered: 'builtin-after-ai' } as const;

export const builtInStands = (assessment: Assessment, outcome: keyof typeof scoredBy): ModelResult => ({
  assessment,
  outcome,
  scoredBy: scoredBy[outcome],
  suspect: false,
});

export const scoreOfCandidate = ({ campaign }: Candidate, assessment: Assessment): number =>
  exactScoreOf(assessment.components, campaign.weights, assessment) ?? 0;

export const decisionOn = (candidate: Candidate, assessment: Assessment): Decision =>
  decide(Math.round(scoreOfCandidate(candidate, assessment)), assessment.role, candidate.campaign);

const doubtfulPoints = 8;

/** Near the line between post and lead, or far from what the built-in scorer made of it: worth a second, stronger look. */
export function isDoubtful(candidate: Candidate, scored: Assessment): boolean {
  const score = scoreOfCandidate(candidate, scored);
  if (Math.abs(score - candidate.campaign.leadThreshold) <= doubtfulPoints) return true;
  const decisions = new Set([decisionOn(candidate, candidate.assessment), decisionOn(candidate, scored)]);
  return decisions.has('lead') && decisions.has('none');
}

const closePoints = 5;

/** So near to the line between post and lead that two answers of the same model may fall on either side. */
export const isCloseToLead = (candidate: Candidate, assessment: Assessment): boolean =>
  Math.abs(scoreOfCandidate(candidate, assessment) - candidate.campaign.leadThreshold) <= closePoints;
