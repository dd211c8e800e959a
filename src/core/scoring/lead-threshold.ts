import { type Components, learnedEffect, leadMinimum, type SpeakerRole, type Weights } from '#shared/scoring.ts';
import { capOf, sharesOf } from './arithmetic.ts';
import type { Speaker } from './confidence.ts';
import type { ScoringCampaign } from './profile.ts';

/** Values of `posts.scored_by` for the built-in scorer: no model, a model that couldn't be asked, and one without an answer. */
export const builtInScores = { builtin: 'builtin', unreached: 'without-ai', unanswered: 'builtin-after-ai' } as const;

/** `leadThreshold` null: the campaign calls the best few of a day. */
export type Thresholds = Pick<ScoringCampaign, 'postFloor' | 'leadThreshold'>;

/** The score from which a post can be a lead. */
export const leastOf = ({ leadThreshold }: Pick<Thresholds, 'leadThreshold'>): number => leadThreshold ?? leadMinimum;

/**
 * The score by the text alone, which neither age nor the number of comments changes, so that the best of a day are the same whenever
 * they were found.
 */
export function meritOf(components: Components, weights: Weights, { learnedPoints = 0, ...caps }: Speaker): number {
  const shares = sharesOf({ ...components, recency: null, saturation: null }, weights);
  const points = shares.reduce((sum, { value, max }) => sum + value * max, 0);
  return Math.max(0, Math.min(capOf(caps), points + learnedEffect(learnedPoints, points)));
}

export type Decision = 'lead' | 'post' | 'none';

export interface Judged {
  score: number;
  merit: number;
  role: SpeakerRole;
}

/**
 * What becomes of a post. Of a campaign that calls the best few of a day, `lead` says that it can be one of them; see `ranksOf`. A
 * seller is never a lead.
 */
export function decide({ score, merit, role }: Judged, thresholds: Thresholds): Decision {
  if (score < thresholds.postFloor) return 'none';
  const counted = thresholds.leadThreshold === null ? Math.round(merit) : score;
  return counted >= leastOf(thresholds) && role !== 'seller' ? 'lead' : 'post';
}
