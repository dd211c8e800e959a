import type { Evidence, SpeakerRole, Weights } from '#shared/scoring.ts';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { findPost, readWeights } from '../posts/queries.ts';
import { postOf, type PostRow } from '../posts/rows.ts';
import { type Points, pointsOf } from '#core/scoring/points.ts';
import type { FeatureReader } from './features.ts';
import { reasonsOf } from './lessons.ts';
import { findLayer, type LearnedTerm, type LearningDeps } from './queries.ts';

export interface Explanation {
  id: string;
  title: string;
  confidence: number;
  /** Each known component with its value (0 to 1), its points, and its maximum points. */
  components: (Points & { value: number | null })[];
  /** What the campaign's feedback adds before the cap is applied, and why. */
  learned: { points: number; because: LearnedTerm[] };
  /** Why the score can't exceed `cap`, as shown to the user; empty at 100. */
  limits: string[];
  cap: number;
  role: SpeakerRole;
  evidence: Evidence[];
  matchedRules: string[];
  reason: string;
  scoredBy: string;
}

const limitsOf = (row: PostRow): string[] => [
  ...(row.role === 'seller' ? ['the writer sells'] : []),
  ...(row.solved === 1 ? ['it is solved'] : []),
  ...(row.fit_none === 1 ? ['the offering does not fit'] : []),
];

/** Explains a post's score by its campaign's current weights. Throws `not_found`. */
export async function explainScore(
  { db, now, reader }: Pick<LearningDeps, 'db' | 'now'> & { reader: FeatureReader },
  actor: Actor,
  id: string,
): Promise<Explanation> {
  const row = await findPost(db, ownerOf(actor), id);
  if (!row) throw new AppError('not_found', 'Post not found');
  const post = postOf(row, now());
  const weights = JSON.parse(await readWeights(db, row.campaign_id)) as Weights;
  const layer = await findLayer(db, row.campaign_id);
  const { title, confidence, components, evidence, matchedRules, reason, scoredBy } = post;
  const points = pointsOf({ components, evidence, createdAt: row.created_at, numComments: row.num_comments }, weights, now());
  const values = new Map<string, number | null>(Object.entries(components));
  const because = layer && row.learned_points !== 0 ? reasonsOf(layer, { ...row, subreddit_key: row.subreddit.toLowerCase() }, reader) : [];
  return {
    id: post.id,
    title,
    confidence,
    learned: { points: row.learned_points, because },
    limits: limitsOf(row),
    cap: row.cap,
    role: row.role,
    evidence,
    matchedRules,
    reason,
    scoredBy,
    components: points.map((part) => Object.assign(part, { value: values.get(part.name) ?? null })),
  };
}
