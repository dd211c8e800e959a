import type { Trx, Db } from '#core/platform/db/connect.ts';
import { requireFreeSeat } from '../policy.ts';
import { listGroup, readPlan } from './queries.ts';

/** People beside the payer who use a plan: those with a seat, offered ones included, and members of the workspaces that it pays for. */
export async function countSeats(db: Db | Trx, payerId: number): Promise<number> {
  const group = await listGroup(db, payerId);
  const seats = await db('plan_seats').where({ user_id: payerId }).count<{ n: number }>({ n: '*' }).first();
  const members = await db('workspace_members')
    .whereIn('workspace_id', group)
    .whereNotIn('user_id', group)
    .countDistinct<{ n: number }>({ n: 'user_id' })
    .first();
  return 1 + (seats?.n ?? 0) + (members?.n ?? 0);
}

/** Throws `forbidden` if the plan of a workspace has no seat for another person, who may have one already. */
export async function requireSeatFor(trx: Trx, { workspace_id, user_id }: { workspace_id: number; user_id: number | null }): Promise<void> {
  const plan = await readPlan(trx, workspace_id);
  if (plan.limits.seats === null) return;
  const group = await listGroup(trx, plan.payerId);
  const known = user_id !== null && (await trx('workspace_members').whereIn('workspace_id', group).where({ user_id }).first('user_id'));
  if (known || (user_id !== null && group.includes(user_id))) return;
  requireFreeSeat(plan, { userId: plan.payerId, taken: await countSeats(trx, plan.payerId) });
}
