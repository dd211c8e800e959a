import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import type { BatchScorer, CampaignSet } from '#core/scoring/batch/batch-scorer.ts';
import { pauseCampaign } from '#core/inbox/campaigns/queries.ts';
import { insertRun, noCounts, saveRun } from '../fetch/run-queries.ts';
import type { ScoredCampaign } from './scored-campaign.ts';

export interface PauseBrokenDeps {
  db: Db;
  bus: Bus;
  now: Now;
}

const tooLargeText =
  'This campaign was paused: together with your other campaigns, its rules are longer than the server can search for. Shorten or delete rules, then resume it.';
const brokenText = 'This campaign was paused: its rules could not be read. Change them, then resume it.';

/** Pauses campaigns whose rules are unusable, with a failed run that explains why. Other campaigns continue. */
export async function pauseBroken(
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
