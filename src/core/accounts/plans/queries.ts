import type { PlanConfig } from '#core/platform/config.ts';
import { chunked, type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { insertRows } from '#core/platform/db/many-rows.ts';
import { requireFreeSeat } from '../policy.ts';
import type { PlanLimitsRow, PlanSeatsRow, UsersRow } from '../tables.ts';

/** Null means no limit. */
interface Limits {
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

/** User id → the plan that applies to this account; a plan that is no longer configured is treated as the first one. */
export async function readPlans(db: Db | Trx, userIds: readonly number[]): Promise<Map<number, EffectivePlan>> {
  const seats = new Map<number | null, { id: number; user_id: number }>();
  const names = new Map<number, string>();
  for (const ids of chunked(userIds, 1)) {
    const rows = await db('plan_seats').whereIn('member_id', ids).select('id', 'user_id', 'member_id').limit(ids.length);
    for (const seat of rows) seats.set(seat.member_id, seat);
  }
  const payers = new Set(userIds.map((userId) => seats.get(userId)?.user_id ?? userId));
  for (const ids of chunked([...payers], 1)) {
    for (const { id, plan } of await db('users').whereIn('id', ids).select('id', 'plan').limit(ids.length)) names.set(id, plan);
  }
  const rows = await listLimits(db);
  const planOf = (userId: number): EffectivePlan => {
    const seat = seats.get(userId);
    const payerId = seat?.user_id ?? userId;
    const name = names.get(payerId);
    const row = rows.find(({ id }) => id === name) ?? rows[0];
    const applies = { payerId, seatId: seat?.id ?? null };
    if (!row) return { ...applies, plan: name ?? '', limits: none };
    const { id, campaigns, leads_per_month: leadsPerMonth, ai_calls_per_day: aiCallsPerDay, seats: seatLimit } = row;
    return { ...applies, plan: id, limits: { campaigns, leadsPerMonth, aiCallsPerDay, seats: seatLimit } };
  };
  return new Map(userIds.map((userId) => [userId, planOf(userId)]));
}

export async function readPlan(db: Db | Trx, userId: number): Promise<EffectivePlan> {
  const plans = await readPlans(db, [userId]);
  return plans.get(userId) ?? { payerId: userId, seatId: null, plan: '', limits: none };
}

/** The payer and all members with a seat. */
export async function listGroup(db: Db | Trx, payerId: number): Promise<number[]> {
  const members = await db('plan_seats').where({ user_id: payerId }).whereNotNull('member_id').pluck<number[]>('member_id').limit(10_000);
  return [payerId, ...members];
}

/** Payer id → leads used in a month; those who used none are missing. */
export async function listLeadsUsed(db: Db | Trx, payerIds: readonly number[], month: number): Promise<Map<number, number>> {
  const used = new Map<number, number>();
  for (const ids of chunked(payerIds, 1)) {
    const rows = await db('plan_use').whereIn('user_id', ids).where({ month }).select('user_id', 'leads').limit(ids.length);
    for (const { user_id, leads } of rows) used.set(user_id, leads);
  }
  return used;
}

export async function readLeadsUsed(db: Db | Trx, payerId: number, month: number): Promise<number> {
  return (await listLeadsUsed(db, [payerId], month)).get(payerId) ?? 0;
}

/** @param added payer id → leads */
export const addLeadsUsed = (trx: Trx, added: ReadonlyMap<number, number>, month: number): Promise<void> =>
  insertRows(trx, 'plan_use', {
    rows: Array.from(added, ([userId, leads]) => ({ user_id: userId, month, leads })),
    onConflict: '(user_id, month) do update set leads = plan_use.leads + excluded.leads',
  });

export const listPayers = (db: Db): Promise<number[]> =>
  db('users')
    .where({ disabled: 0 })
    .whereNotIn('id', db('plan_seats').whereNotNull('member_id').select('member_id'))
    .pluck('id')
    .limit(100_000);

export type SeatRow = Omit<PlanSeatsRow, 'created_at'>;

export const listSeats = (db: Db | Trx, payerId: number): Promise<(SeatRow & { username: string | null })[]> =>
  db('plan_seats')
    .leftJoin('users', 'users.id', 'plan_seats.member_id')
    .where({ user_id: payerId })
    .orderBy('plan_seats.id')
    .select('plan_seats.*', 'users.username')
    .limit(10_000);

/** Seats offered to this address that weren't accepted yet. */
export const listOffers = (db: Db, emailKey: string): Promise<{ id: number; from: string; plan: string }[]> =>
  db('plan_seats')
    .join('users', 'users.id', 'plan_seats.user_id')
    .where('plan_seats.email_key', emailKey)
    .whereNull('plan_seats.member_id')
    .orderBy('plan_seats.id')
    .select('plan_seats.id', { from: 'users.username', plan: 'users.plan' })
    .limit(100);

export const findSeat = (trx: Trx, id: number): Promise<SeatRow | undefined> => trx('plan_seats').where({ id }).first();

export async function insertSeat(trx: Trx, seat: Omit<PlanSeatsRow, 'id' | 'member_id'>): Promise<number> {
  const [row] = await trx('plan_seats').insert(seat).returning('id');
  return row?.id ?? 0;
}

export const giveSeat = (trx: Trx, id: number, memberId: number | null) => trx('plan_seats').where({ id }).update({ member_id: memberId });
export const deleteSeat = (trx: Trx, id: number) => trx('plan_seats').where({ id }).delete();

type Member = Pick<UsersRow, 'id' | 'username' | 'email_key' | 'plan' | 'email_confirmed_at' | 'email_changed_at'>;
export const findMember = (db: Db | Trx, id: number): Promise<Member | undefined> =>
  db('users').where({ id }).first('id', 'username', 'email_key', 'plan', 'email_confirmed_at', 'email_changed_at');

export const writePlan = (trx: Trx, userId: number, plan: string) => trx('users').where({ id: userId }).update({ plan });

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
