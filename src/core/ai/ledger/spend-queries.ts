import { type Db, chunked, type Subquery, type Trx } from '#core/platform/db/connect.ts';

/** Standard normal quantile for a 95% interval. */
const z = 1.96;

/** The 95% Wilson interval of a share: reliable for small samples, and always within 0 to 1. */
export function wilsonInterval(hits: number, samples: number): { low: number; high: number } {
  if (samples === 0) return { low: 0, high: 1 };
  const share = hits / samples;
  const scale = 1 + z ** 2 / samples;
  const middle = (share + z ** 2 / (2 * samples)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / samples + z ** 2 / (4 * samples ** 2));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** Counts these users' calls on a UTC day, including those in progress. */
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

export interface Spend {
  calls: number;
  tokensIn: number;
  tokensOut: number;
  /** Sum over the calls with a price. */
  cost: number;
  /** Number of calls without a price, which `cost` leaves out. */
  unpriced: number;
}

export type SpendKey = 'day' | 'campaign_id' | 'purpose' | 'lead_id' | 'user_id' | 'model';

export interface SpendFilter {
  /** First and last day (inclusive), in UTC days since 1970. */
  from: number;
  to: number;
  userId?: string | null;
  campaignId?: string;
}

interface SpendRow extends Spend {
  key: string | number | null;
}

/** Spend by key, largest first, or by day in ascending order. At most 1,000 rows. */
export async function listSpend(db: Db, by: SpendKey, filter: SpendFilter): Promise<SpendRow[]> {
  const order = by === 'day' ? { column: 'day', order: 'asc' } : { column: 'tokensIn', order: 'desc' };
  const rows: unknown = await selectSpend(db, filter).select({ key: by }).groupBy(by).orderBy([order]).limit(1000);
  return rows as SpendRow[];
}

export async function readSpend(db: Db, filter: SpendFilter): Promise<Spend> {
  const row = await selectSpend(db, filter).first<Spend>();
  return { calls: row.calls, tokensIn: row.tokensIn ?? 0, tokensOut: row.tokensOut ?? 0, cost: row.cost ?? 0, unpriced: row.unpriced ?? 0 };
}

/** A query of the spend, to be grouped. */
export function selectSpend(db: Db, { from, to, userId, campaignId }: SpendFilter) {
  const query = db('ai_ledger')
    .whereBetween('day', [from, to])
    .count({ calls: '*' })
    .sum({ tokensIn: 'tokens_in', tokensOut: 'tokens_out' })
    .select(db.raw('coalesce(sum(cost), 0) as cost'), db.raw('sum(case when cost is null then 1 else 0 end) as unpriced'));
  if (userId !== undefined && userId !== null) void query.where('user_id', userId);
  if (campaignId !== undefined) void query.where('campaign_id', campaignId);
  return query;
}

/** UTC ms of the last answer of the model. */
export async function readLastAnswer(db: Db): Promise<number | null> {
  const row = await db('ai_ledger').where({ failure: '' }).orderBy('id', 'desc').first('at');
  return row?.at ?? null;
}

export async function noteMissed(db: Db, entryId: number, missed: number): Promise<void> {
  await db('ai_ledger').where({ id: entryId }).update({ missed });
}

export interface MissRate {
  audited: number;
  /** Share of the audited, discarded items that a model rates as leads. */
  rate: number;
  /** 95% confidence interval of the share. */
  low: number;
  high: number;
}

/** Null if nothing was audited. */
export async function readMissRate(db: Db, from: number, userId: string | null = null): Promise<MissRate | null> {
  const row = await db('ai_ledger')
    .where({ purpose: 'audit', failure: '', ...(userId === null ? {} : { user_id: Number(userId) }) })
    .where('day', '>=', from)
    .sum<{ audited: number | null; missed: number | null }>({ audited: 'items', missed: 'missed' })
    .first();
  const audited = row?.audited ?? 0;
  const missed = row?.missed ?? 0;
  return audited === 0 ? null : { audited, rate: missed / audited, ...wilsonInterval(missed, audited) };
}

/** Usernames by ID as a string. */
export async function readUsernames(db: Db, ids: readonly number[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const chunk of chunked(ids, 1)) {
    const rows = await db('users').whereIn('id', chunk).select('id', 'username').limit(chunk.length);
    for (const { id, username } of rows) names.set(String(id), username);
  }
  return names;
}

/** What was spent on a campaign that moved stays with who paid. */
export async function forgetSpentOn(trx: Trx, { campaignId, leads }: { campaignId: number; leads: Subquery }): Promise<void> {
  await trx('ai_ledger').whereIn('lead_id', leads).update({ lead_id: null });
  await trx('ai_ledger').where({ campaign_id: campaignId }).update({ campaign_id: null });
}
