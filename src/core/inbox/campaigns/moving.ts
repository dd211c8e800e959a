import type { Campaign } from '#shared/campaigns.ts';
import { requireActiveCampaignLimit, requireCampaignLimit } from '#core/accounts/plans/limits.ts';
import { requireIn } from '#core/accounts/workspaces/access.ts';
import { listMembersOf } from '#core/accounts/workspaces/queries.ts';
import { type Actor, systemActor } from '#core/platform/actor.ts';
import type { WriteAudit } from '#core/platform/audit/entry.ts';
import { transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { can } from '#core/platform/policy.ts';
import { type Move, moveCampaign, type MoveStep, selectLeadsOf } from './move-queries.ts';
import { countCampaignsOf } from './queries.ts';
import { requireCampaignSpace, requireRuleSpace } from './quota.ts';
import { type CampaignDeps, getCampaign, getRow } from './reading.ts';
import { fieldsOf } from './rows.ts';

export interface MovingDeps extends CampaignDeps {
  writeAudit: WriteAudit;
  /** What other rooms keep for a campaign. */
  moveSteps: readonly MoveStep[];
}

/**
 * Moves a campaign to another workspace, with all that was found and done in it, or nothing of it. The actor has to be owner or
 * admin in both. Links of the old workspace end: feed, reports. Scheduled replies are held.
 */
export async function moveToWorkspace(deps: MovingDeps, actor: Actor, { id, to }: { id: string; to: string }): Promise<Campaign> {
  const { db, bus, now, limits, writeAudit, moveSteps } = deps;
  const { user_id: from } = await transact(db, async (trx) => {
    const row = await getRow(trx, actor, id);
    await requireIn(trx, actor, { id: row.user_id, action: 'manage' });
    await requireIn(trx, actor, { id: Number(to), action: 'manage' });
    if (row.user_id === Number(to)) throw new AppError('conflict', 'The campaign is in this workspace already.');
    if (row.sample === 1) throw new AppError('conflict', "The sample campaign can't be moved.");
    await requireCampaignSpace(trx, Number(to), limits);
    await requireRuleSpace(trx, { userId: Number(to), exceptId: row.id, rules: fieldsOf(row).rules }, limits);
    await requireCampaignLimit(trx, Number(to), countCampaignsOf);
    if (row.status === 'active') await requireActiveCampaignLimit(trx, Number(to), countCampaignsOf);
    const members = await listMembersOf(trx, Number(to));
    const people = [Number(to), ...members.filter(({ role }) => can(role, 'work')).map(({ user_id }) => user_id)];
    const move: Move = { campaignId: row.id, from: row.user_id, to: Number(to), people, leads: selectLeadsOf(trx, row.id) };
    // Before the campaign itself: they find what is theirs by its posts and leads.
    for (const step of moveSteps) await step(trx, move);
    await moveCampaign(trx, { ...move, now: now() });
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
