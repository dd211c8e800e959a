import type { Assessment } from '#shared/scoring.ts';
import type { Rank } from '#core/scoring/confidence.ts';
import type { PostsRow } from '../tables.ts';

interface ScoredAs {
  assessment: Assessment;
  rank: Rank;
  learnedPoints: number;
  merit: number;
  decided: PostsRow['decided'];
  /** `builtin`, the name of a model, or a mark that a model should still score it. */
  scoredBy: string;
}

/** The columns that hold how a post was scored. */
export const scoreColumnsOf = ({ assessment, rank, learnedPoints, merit, decided, scoredBy }: ScoredAs) => ({
  components: JSON.stringify(assessment.components),
  evidence: JSON.stringify(assessment.evidence),
  role: assessment.role,
  solved: assessment.solved ? 1 : 0,
  fit_none: assessment.fitNone ? 1 : 0,
  reason: assessment.reason,
  scored_by: scoredBy,
  static_points: rank.staticPoints,
  recency_points: rank.recencyPoints,
  cap: rank.cap,
  learned_points: learnedPoints,
  merit,
  decided,
});
