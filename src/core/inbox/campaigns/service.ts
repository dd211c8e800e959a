import type { Campaign, CampaignInput, CampaignUpdate, Coverage, Run } from '#shared/campaigns.ts';
import type { Page } from '#shared/common.ts';
import type { Weights } from '#shared/scoring.ts';
import { type Actor, workspaceOf } from '#core/platform/actor.ts';
import { changeCampaign, createCampaign, duplicateCampaign, removeCampaign } from './changing.ts';
import { createCampaignMerge, moveToWorkspace, type MovingDeps } from './moving.ts';
import { getCampaign, getRow, listOwn, listRunsOf, type PageQuery } from './reading.ts';

/** A user's campaigns: the target customer, the streams to monitor, and the state of fetching. */
export function createCampaigns(deps: MovingDeps) {
  const { readDb, now, fetching, sourceIdOf } = deps;
  const change = (actor: Actor, id: string, update: CampaignUpdate): Promise<Campaign> => changeCampaign(deps, { actor, id }, update);
  return {
    list: (actor: Actor, query: PageQuery): Promise<Page<Campaign>> => listOwn(deps, actor, query),
    get: (actor: Actor, id: string): Promise<Campaign> => getCampaign(deps, actor, id),
    create: async (actor: Actor, input: CampaignInput, { sample = false } = {}): Promise<Campaign> =>
      createCampaign(deps, { userId: workspaceOf(actor), input, sample }),
    update: change,
    remove: (actor: Actor, id: string): Promise<null> => removeCampaign(deps, actor, id),
    /** Creates a paused copy. */
    duplicate: (actor: Actor, id: string): Promise<Campaign> => duplicateCampaign(deps, actor, id),
    move: (actor: Actor, id: string, to: string): Promise<Campaign> => moveToWorkspace(deps, actor, { id, to }),
    /** For accounts that become one. */
    mergeAll: createCampaignMerge(deps),
    pause: (actor: Actor, id: string): Promise<Campaign> => change(actor, id, { status: 'paused' }),
    resume: (actor: Actor, id: string): Promise<Campaign> => change(actor, id, { status: 'active' }),
    /** Re-ranks stored posts with the new weights; nothing is scored again. */
    setWeights: (actor: Actor, id: string, weights: Weights): Promise<Campaign> => change(actor, id, { weights }),
    runs: async (actor: Actor, id: string, query: PageQuery): Promise<Page<Run>> =>
      listRunsOf(deps, await getRow(readDb, actor, id), query),
    async coverage(actor: Actor, id: string): Promise<Coverage> {
      const row = await getRow(readDb, actor, id);
      return fetching.readCoverage(readDb, row, { sourceId: await sourceIdOf(row.user_id), now: now() });
    },
  };
}
export type Campaigns = ReturnType<typeof createCampaigns>;
