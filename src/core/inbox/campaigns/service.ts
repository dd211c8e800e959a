import type { Campaign, CampaignInput, CampaignUpdate, Coverage, Run } from '#shared/campaigns.ts';
import type { Page } from '#shared/common.ts';
import type { Weights } from '#shared/scoring.ts';
import { requireActiveCampaignLimit, requireCampaignLimit } from '#core/accounts/plans/limits.ts';
import type { MergeStep } from '#core/accounts/user-data.ts';
import { requireIn } from '#core/accounts/workspaces/access.ts';
import { listMembersOf } from '#core/accounts/workspaces/queries.ts';
import { type Actor, workspaceOf, systemActor } from '#core/platform/actor.ts';
import type { WriteAudit } from '#core/platform/audit/entry.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { can } from '#core/platform/policy.ts';
import { changeCampaign, createCampaign, duplicateCampaign, removeCampaign } from './changing.ts';
import { type Move, moveCampaign, type MoveStep, selectLeadsOf } from './move-queries.ts';
import { countCampaignsOf, listCampaignsBy } from './queries.ts';
import { requireCampaignSpace, requireRuleSpace } from './quota.ts';
import { getCampaign, getRow, listOwn, listRunsOf, type PageQuery, type CampaignDeps } from './reading.ts';
import { type CampaignRow, fieldsOf } from './rows.ts';

interface MovingDeps extends CampaignDeps {
  writeAudit: WriteAudit;
  /** What other rooms keep for a campaign. */
  moveSteps: readonly MoveStep[];
  /** What the campaign's new workspace excludes. */
  afterMoving: MoveStep;
}

type Moving = Pick<MovingDeps, 'now' | 'limits' | 'moveSteps' | 'afterMoving'>;

/** Throws where limits don't allow it, or something is under way. */
async function moveWithin(
  trx: Trx,
  { now, limits, moveSteps, afterMoving }: Moving,
  { row, to }: { row: CampaignRow; to: number },
): Promise<void> {
  await requireCampaignSpace(trx, to, limits);
  await requireRuleSpace(trx, { userId: to, exceptId: row.id, rules: fieldsOf(row).rules }, limits);
  await requireCampaignLimit(trx, to, countCampaignsOf);
  if (row.status === 'active') await requireActiveCampaignLimit(trx, to, countCampaignsOf);
  const members = await listMembersOf(trx, to);
  const people = [to, ...members.filter(({ role }) => can(role, 'work')).map(({ user_id }) => user_id)];
  const move: Move = { campaignId: row.id, from: row.user_id, to, people, leads: selectLeadsOf(trx, row.id) };
  // Before the campaign itself: they find what is theirs by its posts and leads.
  for (const step of moveSteps) await step(trx, move);
  await moveCampaign(trx, { ...move, now: now() });
  await afterMoving(trx, move);
}

/** All campaigns of an account that becomes another's, but the sample. */
const createCampaignMerge =
  (deps: Moving): MergeStep =>
  async (trx, { from, to }) => {
    for (const row of await listCampaignsBy(trx, { user_id: from, sample: 0 }, 10_000)) await moveWithin(trx, deps, { row, to });
  };

/**
 * Moves a campaign to another workspace, with all that was found and done in it, or nothing of it. The actor has to be owner or
 * admin in both. Links of the old workspace end: feed, reports. Scheduled replies are held.
 */
async function moveToWorkspace(deps: MovingDeps, actor: Actor, { id, to }: { id: string; to: string }): Promise<Campaign> {
  const { db, bus, writeAudit } = deps;
  const { user_id: from } = await transact(db, async (trx) => {
    const row = await getRow(trx, actor, id);
    await requireIn(trx, actor, { id: row.user_id, action: 'manage' });
    await requireIn(trx, actor, { id: Number(to), action: 'manage' });
    if (row.user_id === Number(to)) throw new AppError('conflict', 'The campaign is in this workspace already.');
    if (row.sample === 1) throw new AppError('conflict', "The sample campaign can't be moved.");
    await moveWithin(trx, deps, { row, to: Number(to) });
    return row;
  });
  bus.emit('campaign:moved', { campaignId: id });
  for (const userId of [String(from), to]) {
    bus.emit('campaign:changed', { userId, campaignId: id });
    bus.announce(userId, ['everything-changed']);
    const there: Actor = actor.kind === 'system' ? actor : { ...actor, workspaceId: userId };
    await writeAudit(there, { action: 'campaign-moved', target: `campaign:${id}`, details: { from: String(from), to } });
  }
  return getCampaign(deps, systemActor, id);
}

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
