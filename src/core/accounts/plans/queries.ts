import { dayMs } from '#shared/time.ts';
import type { PlanConfig } from '#core/platform/config.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';

/** Null: no limit. */
export interface Limits {
  campaigns: number | null;
  leadsPerMonth: number | null;
  aiCallsPerDay: number | null;
  seats: number | null;
}

interface LimitRow {
  id: string;
  position: number;
  campaigns: number | null;
  leads_per_month: number | null;
  ai_calls_per_day: number | null;
  seats: number | null;
}

const rowOf = ({ id, limits }: PlanConfig, position: number): LimitRow => ({
  id,
  position,
  campaigns: limits.campaigns,
  leads_per_month: limits.leadsPerMonth,
  ai_calls_per_day: limits.aiCallsPerDay,
  seats: limits.seats,
});

const listLimits = (db: Db | Trx): Promise<LimitRow[]> =>
  db('plan_limits')
    .orderBy('position')
    .select<LimitRow[]>('id', 'position', 'campaigns', 'leads_per_month', 'ai_calls_per_day', 'seats')
    .limit(100);

/** Brings the table in line with the configuration; writes nothing where it is. */
export async function mirrorPlans(db: Db, plans: readonly PlanConfig[]): Promise<void> {
  const wanted = plans.map(rowOf);
  if (JSON.stringify(await listLimits(db)) === JSON.stringify(wanted)) return;
  await transact(db, async (trx) => {
    await trx('plan_limits').delete();
    await trx('plan_limits').insert(wanted);
  });
}

export interface Standing {
  /** Whose plan it is: the holder of the seat that the account took, or the account itself. */
  payerId: number;
  seatId: number | null;
  /** As the configuration spells it today. */
  plan: string;
  limits: Limits;
}

const none: Limits = { campaigns: null, leadsPerMonth: null, aiCallsPerDay: null, seats: null };

/** The plan that counts for this account; one that is no longer configured counts as the first. */
export async function readStanding(db: Db | Trx, userId: number): Promise<Standing> {
  const seat = await db('plan_seats').where({ member_id: userId }).first<{ id: number; user_id: number } | undefined>('id', 'user_id');
  const seatId = seat?.id ?? null;
  const payerId = seat?.user_id ?? userId;
  const payer = await db('users').where({ id: payerId }).first<{ plan: string } | undefined>('plan');
  const rows = await listLimits(db);
  const row = rows.find(({ id }) => id === payer?.plan) ?? rows[0];
  if (!row) return { payerId, seatId, plan: payer?.plan ?? '', limits: none };
  const { id, campaigns, leads_per_month: leadsPerMonth, ai_calls_per_day: aiCallsPerDay, seats } = row;
  return { payerId, seatId, plan: id, limits: { campaigns, leadsPerMonth, aiCallsPerDay, seats } };
}

/** The payer and everybody on a seat of theirs. */
export async function listGroup(db: Db | Trx, payerId: number): Promise<number[]> {
  const members = await db('plan_seats').where({ user_id: payerId }).whereNotNull('member_id').pluck<number[]>('member_id').limit(10_000);
  return [payerId, ...members];
}

/** Campaigns of these people, without samples. */
export async function countCampaigns(db: Db | Trx, userIds: readonly number[], { listening }: { listening: boolean }): Promise<number> {
  const row = await db('campaigns')
    .whereIn('user_id', userIds)
    .where({ sample: 0, ...(listening ? { status: 'active' } : {}) })
    .count<{ n: number }>({ n: '*' })
    .first();
  return row?.n ?? 0;
}

export async function readLeadsUsed(db: Db | Trx, payerId: number, month: number): Promise<number> {
  const row = await db('plan_use').where({ user_id: payerId, month }).first<{ leads: number } | undefined>('leads');
  return row?.leads ?? 0;
}

export async function addLeadsUsed(trx: Trx, { payerId, month, leads }: { payerId: number; month: number; leads: number }): Promise<void> {
  await trx.raw(
    `insert into plan_use (user_id, month, leads) values (?, ?, ?)
     on conflict (user_id, month) do update set leads = leads + excluded.leads`,
    [payerId, month, leads],
  );
}

/** Calls of a UTC day by these people, those under way too. */
export async function countAiCalls(db: Db, userIds: readonly number[], { day, now }: { day: number; now: number }): Promise<number> {
  const made = await db('ai_ledger').whereIn('user_id', userIds).where({ day }).count<{ n: number }>({ n: '*' }).first();
  const held = await db('ai_reservations')
    .whereIn('user_id', userIds)
    .where({ day })
    .where('expires_at', '>', now)
    .count<{ n: number }>({ n: '*' })
    .first();
  return (made?.n ?? 0) + (held?.n ?? 0);
}

/** Older finds are no leads any more by the time there is room. */
export const freshMs = 31 * dayMs;

/** Posts that would be leads if the plan had room, best first. */
export const waiting = (db: Db | Trx, userIds: readonly number[]) =>
  db('posts')
    .join('campaigns', 'campaigns.id', 'posts.campaign_id')
    .whereIn('posts.user_id', userIds)
    .where('posts.decided', 'lead')
    .where('posts.status', 'new')
    .where('posts.touched', 0)
    .where('posts.open', 1)
    .where('campaigns.sample', 0)
    .whereNotNull('posts.author_key');

export const listPayers = (db: Db): Promise<number[]> =>
  db('users')
    .where({ disabled: 0 })
    .whereNotIn('id', db('plan_seats').whereNotNull('member_id').select('member_id'))
    .pluck('id')
    .limit(100_000);

/** Stops the newest listening campaigns beyond what the plan of this account has room for. Answers how many. */
export async function holdToPlan(trx: Trx, userId: number, now: number): Promise<number> {
  const { payerId, limits } = await readStanding(trx, userId);
  if (limits.campaigns === null) return 0;
  const ids = await trx('campaigns')
    .whereIn('user_id', await listGroup(trx, payerId))
    .where({ sample: 0, status: 'active' })
    .orderBy('id')
    .offset(limits.campaigns)
    .limit(100_000)
    .pluck<number[]>('id');
  for (const id of ids) await trx('campaigns').where({ id }).update({ status: 'paused', updated_at: now });
  return ids.length;
}
