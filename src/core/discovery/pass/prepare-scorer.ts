import { withoutAi } from '#core/ai/score/candidate.ts';
import type { BatchScorer, CampaignSet } from '#core/scoring/batch/batch-scorer.ts';
import type { Blacklist } from '#core/scoring/filters/filter.ts';
import type { MatcherLimits } from '#core/scoring/match/matcher.ts';
import type { ScoredCampaign } from './scored-campaign.ts';
import { findBroken, pauseBroken, type PauseBrokenDeps } from './pause-broken-campaigns.ts';

export interface PrepareScorerDeps extends PauseBrokenDeps {
  /** Computes the scores, here or in another thread. */
  scorer: BatchScorer;
  readBlacklist: () => Promise<Blacklist>;
  /** Whether candidates are read together with their campaigns. */
  reads?: boolean;
  /** Stored in `scored_by`: `builtin`, or a mark that a model should still score the post. */
  scoredBy: () => string;
  /** Maximum size of the table of all rules; unlimited if absent. */
  ruleLimits?: MatcherLimits | undefined;
}

/** Prepares the scorer for a set of campaigns unless it is the last one: compiling takes longer than scoring a batch. */
export function createPrepareScorer(deps: PrepareScorerDeps) {
  const { scorer, readBlacklist, reads = false, scoredBy, ruleLimits } = deps;
  let prepared = '';

  async function prepare(campaigns: readonly ScoredCampaign[], shared: Omit<CampaignSet, 'campaigns'>): Promise<boolean> {
    let tooLarge: readonly string[];
    try {
      tooLarge = await scorer.prepare({ ...shared, campaigns: campaigns.map(({ scoring }) => scoring) });
    } catch (error) {
      const broken = await findBroken(scorer, campaigns, shared);
      if (broken.length === 0) throw error;
      await pauseBroken(deps, broken, 'broken');
      return false;
    }
    if (tooLarge.length === 0) return true;
    await pauseBroken(
      deps,
      campaigns.filter(({ id }) => tooLarge.includes(String(id))),
      'tooLarge',
    );
    return false;
  }

  /**
   * False when campaigns with unusable rules were paused, which changes the set. Waits for results in progress before it changes
   * the set: should the thread fail, it gets their items again, with the set it has then.
   */
  return async (campaigns: readonly ScoredCampaign[], inProgress?: Promise<unknown>): Promise<boolean> => {
    const blacklist = await readBlacklist();
    // A model may still want to see items that no rule matches.
    const compareAll = scoredBy() === withoutAi;
    const key = JSON.stringify([
      campaigns.map(({ id, version, scoring }) => [
        id,
        version,
        scoring.name,
        scoring.weights,
        scoring.leadThreshold,
        scoring.leadsPerDay,
        [...(scoring.paused ?? [])],
      ]),
      blacklist,
      compareAll,
    ]);
    if (prepared === key) return true;
    await Promise.allSettled([inProgress]);
    prepared = '';
    if (!(await prepare(campaigns, { blacklist, compareAll, reads, ...(ruleLimits && { limits: ruleLimits }) }))) return false;
    prepared = key;
    return true;
  };
}
