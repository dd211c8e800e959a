import type { PlanConfig } from '#core/platform/config.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import type { PlanLimitsRow } from '../tables.ts';

/** Null means no limit. */
export interface Limits {
  campaigns: number | null;
  leadsPerMonth: number | null;
  aiCallsPerDay: number | null;
  seats: number | null;
}

const rowOf = ({ id, limits }: PlanConfig, position: number): PlanLimitsRow => ({
  id,
  position,
  campaigns: limits.campaigns,
  leads_per_month: limits.leadsPerMonth,
  ai_calls_per_day: limits.aiCallsPerDay,
  seats: limits.seats,
});

const listLimits = (db: Db | Trx): Promise<PlanLimitsRow[]> =>
  db('plan_limits').orderBy('position').select('id', 'position', 'campaigns', 'leads_per_month', 'ai_calls_per_day', 'seats').limit(100);

/** Copies the configured limits into the table; writes nothing if they are unchanged. */
export async function mirrorPlans(db: Db, plans: readonly PlanConfig[]): Promise<void> {
  const wanted = plans.map(rowOf);
  if (JSON.stringify(await listLimits(db)) === JSON.stringify(wanted)) return;
  await transact(db, async (trx) => {
    await trx('plan_limits').delete();
    await trx('plan_limits').insert(wanted);
  });
}

export interface EffectivePlan {
  /** The account whose plan applies: the one that gave this account a seat, or itself. */
  payerId: number;
  seatId: number | null;
  /** Spelled as in the current configuration. */
  plan: string;
  limits: Limits;
}

const none: Limits = { campaigns: null, leadsPerMonth: null, aiCallsPerDay: null, seats: null };

/** The plan that applies to this account; a plan that is no longer configured is treated as the first one. */
export async function readPlan(db: Db | Trx, userId: number): Promise<EffectivePlan> {
  const seat = await db('plan_seats').where({ member_id: userId }).first('id', 'user_id');
  const seatId = seat?.id ?? null;
  const payerId = seat?.user_id ?? userId;
  const payer = await db('users').where({ id: payerId }).first('plan');
  const rows = await listLimits(db);
  const row = rows.find(({ id }) => id === payer?.plan) ?? rows[0];
  if (!row) return { payerId, seatId, plan: payer?.plan ?? '', limits: none };
  const { id, campaigns, leads_per_month: leadsPerMonth, ai_calls_per_day: aiCallsPerDay, seats } = row;
  return { payerId, seatId, plan: id, limits: { campaigns, leadsPerMonth, aiCallsPerDay, seats } };
}

/** The payer and all members with a seat. */
export async function listGroup(db: Db | Trx, payerId: number): Promise<number[]> {
  const members = await db('plan_seats').where({ user_id: payerId }).whereNotNull('member_id').pluck<number[]>('member_id').limit(10_000);
  return [payerId, ...members];
}

export async function readLeadsUsed(db: Db | Trx, payerId: number, month: number): Promise<number> {
  const row = await db('plan_use').where({ user_id: payerId, month }).first('leads');
  return row?.leads ?? 0;
}

export async function addLeadsUsed(trx: Trx, { payerId, month, leads }: { payerId: number; month: number; leads: number }): Promise<void> {
  await trx.raw(
    `insert into plan_use (user_id, month, leads) values (?, ?, ?)
     on conflict (user_id, month) do update set leads = plan_use.leads + excluded.leads`,
    [payerId, month, leads],
  );
}

export const listPayers = (db: Db): Promise<number[]> =>
  db('users')
    .where({ disabled: 0 })
    .whereNotIn('id', db('plan_seats').whereNotNull('member_id').select('member_id'))
    .pluck('id')
    .limit(100_000);
