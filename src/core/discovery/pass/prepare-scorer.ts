import type { CoreContext } from '#core/context.ts';
import { withoutAi } from '#core/ai/score/candidate.ts';
import { pauseCampaign } from '#core/inbox/campaigns/queries.ts';
import { transact } from '#core/platform/db/connect.ts';
import type { BatchScorer, CampaignSet } from '#core/scoring/batch/batch-scorer.ts';
import type { Blacklist } from '#core/scoring/filters/filter.ts';
import type { MatcherLimits } from '#core/scoring/match/matcher.ts';
import { insertRun, noCounts, saveRun } from '../fetch/run-queries.ts';
import type { ScoredCampaign } from './scored-campaign.ts';

type PauseBrokenDeps = Pick<CoreContext, 'db' | 'bus' | 'now'>;

const tooLargeText =
  'This campaign was paused: together with your other campaigns, its rules are longer than the server can search for. Shorten or delete rules, then resume it.';
const brokenText = 'This campaign was paused: its rules could not be read. Change them, then resume it.';

/** Pauses campaigns whose rules are unusable, with a failed run that explains why. Other campaigns continue. */
async function pauseBroken(
  { db, bus, now }: PauseBrokenDeps,
  campaigns: readonly ScoredCampaign[],
  why: 'tooLarge' | 'broken',
): Promise<void> {
  const result = {
    state: 'failed' as const,
    counts: noCounts,
    filtered: {},
    perSubreddit: [],
    error: why === 'broken' ? brokenText : tooLargeText,
  };
  await transact(db, async (trx) => {
    for (const { id, userId } of campaigns) {
      await pauseCampaign(trx, id, now());
      const runId = await insertRun(trx, { campaignId: id, userId, source: 'rules', now: now(), server: null });
      await saveRun(trx, runId, { ...result, finishedAt: now(), server: null });
    }
  });
  for (const userId of new Set(campaigns.map((campaign) => campaign.userId))) bus.announce(String(userId), ['campaigns-changed']);
}

/**
 * Campaigns whose rules don't compile, each tried on its own, where rules are always compiled: in a server's thread, they can't
 * delay requests. Rejects if the scorer fails without any campaign, so that no rules are to blame.
 */
export async function findBroken(
  scorer: BatchScorer,
  campaigns: readonly ScoredCampaign[],
  set: Omit<CampaignSet, 'campaigns'>,
): Promise<ScoredCampaign[]> {
  await scorer.prepare({ ...set, campaigns: [] });
  const broken: ScoredCampaign[] = [];
  for (const campaign of campaigns) {
    const failed = await scorer.prepare({ ...set, campaigns: [campaign.scoring] }).then(
      () => false,
      () => true,
    );
    if (failed) broken.push(campaign);
  }
  return broken;
}

export interface PrepareScorerDeps extends PauseBrokenDeps {
  /** Computes the scores, here or in another thread. */
  scorer: BatchScorer;
  /** Of the instance, and of the workspaces of these owners. */
  readBlacklist: (owners: readonly number[]) => Promise<Blacklist>;
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
    const blacklist = await readBlacklist(campaigns.map(({ userId }) => userId));
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
