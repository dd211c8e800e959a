import type { Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { addLeadsUsed, countCampaigns, listGroup, readLeadsUsed, readStanding } from './queries.ts';

/** Months since 1970 in UTC. */
export function monthOf(time: number): number {
  const date = new Date(time);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

const counted = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

function refusal(limit: string, message: string): AppError {
  return new AppError('forbidden', message, { details: [{ path: `plan.${limit}`, message }] });
}

async function readCampaigns(trx: Trx, userId: number, { listening }: { listening: boolean }) {
  const { payerId, limits } = await readStanding(trx, userId);
  if (limits.campaigns === null) return { limit: Infinity, used: 0 };
  return { limit: limits.campaigns, used: await countCampaigns(trx, await listGroup(trx, payerId), { listening }) };
}

/** Throws `forbidden`, naming the limit, where the plan has no room for one more campaign. */
export async function requireCampaignRoom(trx: Trx, userId: number): Promise<void> {
  const { limit, used } = await readCampaigns(trx, userId, { listening: false });
  if (used < limit) return;
  throw refusal('campaigns', `Your plan has room for ${counted(limit, 'campaign', 'campaigns')}. Delete one, or choose a larger plan.`);
}

/** Throws `forbidden` where one more listening campaign would be too many, as after a change to a smaller plan. */
export async function requireListeningRoom(trx: Trx, userId: number): Promise<void> {
  const { limit, used } = await readCampaigns(trx, userId, { listening: true });
  if (used < limit) return;
  throw refusal(
    'campaigns',
    `Your plan lets ${counted(limit, 'campaign', 'campaigns')} listen at once. Pause one, or choose a larger plan.`,
  );
}

export const noLeadRoom = (): AppError =>
  refusal('leadsPerMonth', 'The leads of your plan are used up for this month. What is found stays in Posts and becomes leads next month.');

/** Takes as many leads of this month as there are, up to `wanted`, and answers how many that is. */
export async function takeLeads(trx: Trx, userId: number, { wanted, now }: { wanted: number; now: number }): Promise<number> {
  const { payerId, limits } = await readStanding(trx, userId);
  const month = monthOf(now);
  const used = limits.leadsPerMonth === null ? 0 : await readLeadsUsed(trx, payerId, month);
  const taken = Math.max(0, Math.min(wanted, (limits.leadsPerMonth ?? Infinity) - used));
  if (taken > 0) await addLeadsUsed(trx, { payerId, month, leads: taken });
  return taken;
}
