import type { Db, Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { addLeadsUsed, listGroup, listLeadsUsed, readPlan, readPlans } from './queries.ts';

/** Counts these users' campaigns, without samples. */
export type CountCampaigns = (db: Db | Trx, userIds: readonly number[], which: { active: boolean }) => Promise<number>;

/** Usage that plans limit, counted and changed by the rooms that own it. */
export interface PlanUsage {
  countCampaigns: CountCampaigns;
  /** Pauses these users' newest active campaigns beyond the limit, and returns how many. */
  pauseCampaignsBeyond: (trx: Trx, userIds: readonly number[], at: { limit: number; now: number }) => Promise<number>;
  /** Calls in a UTC day, including those in progress. */
  countAiCalls: (db: Db, userIds: readonly number[], at: { day: number; now: number }) => Promise<number>;
  /** Number of posts that become leads once the plan has leads left. */
  countWaitingLeads: (db: Db, userIds: readonly number[], now: number) => Promise<number>;
  /** Promotes these users' best waiting posts to leads, and returns how many. */
  promoteWaiting: (trx: Trx, waiting: { userIds: readonly number[]; limit: number; now: number }) => Promise<number>;
}

/** Months since January 1970, in UTC. */
export function monthOf(time: number): number {
  const date = new Date(time);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

function refusal(limit: string, message: string): AppError {
  return new AppError('forbidden', message, { details: [{ path: `plan.${limit}`, message }] });
}

async function readCampaigns(trx: Trx, userId: number, { count, active }: { count: CountCampaigns; active: boolean }) {
  const { payerId, limits } = await readPlan(trx, userId);
  if (limits.campaigns === null) return { limit: Infinity, used: 0 };
  return { limit: limits.campaigns, used: await count(trx, await listGroup(trx, payerId), { active }) };
}

/** Throws `forbidden` with the limit if the plan doesn't allow another campaign. */
export async function requireCampaignLimit(trx: Trx, userId: number, count: CountCampaigns): Promise<void> {
  const { limit, used } = await readCampaigns(trx, userId, { count, active: false });
  if (used < limit) return;
  const campaigns = limit === 1 ? 'campaign' : 'campaigns';
  throw refusal('campaigns', `Your plan includes ${limit} ${campaigns}. Delete one or upgrade your plan.`);
}

/** Throws `forbidden` if the plan doesn't allow another active campaign, for example after a downgrade. */
export async function requireActiveCampaignLimit(trx: Trx, userId: number, count: CountCampaigns): Promise<void> {
  const { limit, used } = await readCampaigns(trx, userId, { count, active: true });
  if (used < limit) return;
  const campaigns = limit === 1 ? 'active campaign' : 'active campaigns';
  throw refusal('campaigns', `Your plan allows ${limit} ${campaigns}. Pause one or upgrade your plan.`);
}

/** Pauses the newest active campaigns beyond the limit of this account's plan, and returns how many. */
export async function pauseBeyondLimit(
  trx: Trx,
  userId: number,
  { pauseCampaignsBeyond, now }: Pick<PlanUsage, 'pauseCampaignsBeyond'> & { now: number },
): Promise<number> {
  const { payerId, limits } = await readPlan(trx, userId);
  return limits.campaigns === null ? 0 : pauseCampaignsBeyond(trx, await listGroup(trx, payerId), { limit: limits.campaigns, now });
}

export const leadLimitReached = (): AppError =>
  refusal(
    'leadsPerMonth',
    "You've used all leads of your plan for this month. New matches stay in Posts and become leads next month. Upgrade your plan to get them now.",
  );

/**
 * Reserves what users want of this month's remaining leads.
 * @param wanted user id → number of leads
 * @returns user id → number reserved, at most as many
 */
export async function takeLeads(trx: Trx, wanted: ReadonlyMap<number, number>, now: number): Promise<Map<number, number>> {
  if (wanted.size === 0) return new Map();
  const month = monthOf(now);
  const plans = await readPlans(trx, [...wanted.keys()]);
  const limited = [...plans.values()].filter(({ limits }) => limits.leadsPerMonth !== null);
  const used = await listLeadsUsed(trx, [...new Set(limited.map(({ payerId }) => payerId))], month);
  const added = new Map<number, number>();
  const taken = new Map<number, number>();
  for (const [userId, { payerId, limits }] of plans) {
    const before = added.get(payerId) ?? 0;
    const left = (limits.leadsPerMonth ?? Infinity) - (used.get(payerId) ?? 0) - before;
    const own = Math.max(0, Math.min(wanted.get(userId) ?? 0, left));
    taken.set(userId, own);
    if (own > 0) added.set(payerId, before + own);
  }
  await addLeadsUsed(trx, added, month);
  return taken;
}
