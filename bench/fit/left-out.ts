import { capOf } from '#core/scoring/arithmetic.ts';
import { capsOf, weigh } from '#core/scoring/assess/assess.ts';
import type { Model } from '#core/scoring/assess/model.ts';
import type { Rated } from './rated.ts';
import { fitWeights } from './weights.ts';

const uncapped = 100;
type Weights = Model['features'];

/** A rated post with its match, and the weights that produced it. */
export interface Matched {
  post: Rated;
  match: number;
  /** Whether a cap determines its score, not the match. */
  isCapped: boolean;
  weights: Weights;
}

export const matchAll = (posts: readonly Rated[], weights: Weights): Matched[] =>
  posts.map((post) => {
    const weighed = weigh(post.profile, post.reading, { features: weights });
    return { post, weights, match: weighed.match, isCapped: capOf(capsOf(weighed)) < uncapped };
  });

/** Computes each campaign's matches with weights fitted on the others. */
export function matchLeftOut(posts: readonly Rated[]): Matched[] {
  const campaigns = [...new Set(posts.map(({ campaign }) => campaign))];
  return campaigns.flatMap((campaign) =>
    matchAll(
      posts.filter((post) => post.campaign === campaign),
      fitWeights(posts.filter((post) => post.campaign !== campaign)),
    ),
  );
}
