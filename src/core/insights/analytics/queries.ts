import type { CampaignsRow } from '#core/inbox/tables.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import { insertRows, takeNew } from '#core/platform/db/many-rows.ts';
import type { CampaignDaysRow } from '../tables.ts';
import { countColumns, dayColumns, type DayRow } from './days.ts';
import type { Facts } from './facts.ts';

const details = ['found', 'answered', 'written', 'subreddits', 'rules', 'latency'] as const;

export type StaleDay = Pick<CampaignDaysRow, 'user_id' | 'day'>;

interface StaleFilter {
  /** Null: all users. */
  userId: number | null;
  /** First and last UTC day (inclusive); no bound when absent. */
  from?: number;
  to?: number;
}

const staleWithin = (db: Db, { userId, from, to }: StaleFilter) =>
  db('stale_days')
    .join('campaigns', 'campaigns.id', 'stale_days.campaign_id')
    .modify((days) => {
      if (userId !== null) void days.where('campaigns.user_id', userId);
      if (from !== undefined) void days.where('stale_days.day', '>=', from);
      if (to !== undefined) void days.where('stale_days.day', '<=', to);
    });

/** Days to recount, newest first, each once per user. */
export const listStaleDays = (db: Db, { limit, ...filter }: StaleFilter & { limit: number }): Promise<StaleDay[]> =>
  staleWithin(db, filter)
    .distinct()
    .select<StaleDay[]>('campaigns.user_id', 'stale_days.day')
    .orderBy('stale_days.day', 'desc')
    .limit(limit);

/** Number of days to recount, summed over campaigns. */
export async function countStaleDays(db: Db, filter: StaleFilter): Promise<number> {
  const row = await staleWithin(db, filter).count<{ n: number }>({ n: '*' }).first();
  return row?.n ?? 0;
}

/** Returns the campaigns of the user for which this day is stale, and unmarks them. */
export async function takeStale(trx: Trx, { user_id, day }: StaleDay): Promise<number[]> {
  const own = trx('campaigns').select('id').where({ user_id });
  const ids = await trx('stale_days').where({ day }).whereIn('campaign_id', own).pluck('campaign_id').limit(100_000);
  await trx('stale_days').where({ day }).whereIn('campaign_id', ids).delete();
  return ids;
}

/** Drops stale days of deleted campaigns. */
export const forgetStale = (trx: Trx): Promise<number> =>
  trx('stale_days').whereNotIn('campaign_id', trx('campaigns').select('id')).delete();

/** Null deletes the row: a day without figures has none. */
export async function saveDay(trx: Trx, { user_id, day }: StaleDay, counted: ReadonlyMap<number, Facts | null>): Promise<void> {
  const empty = [...counted].flatMap(([id, facts]) => (facts === null ? [id] : []));
  await trx('campaign_days').where({ day }).whereIn('campaign_id', empty).delete();
  const rows = [...counted].flatMap(([campaign_id, facts]) =>
    facts === null ? [] : [{ campaign_id, user_id, day, ...dayColumns(facts) }],
  );
  await insertRows(trx, 'campaign_days', { rows, onConflict: `(campaign_id, day) ${takeNew([...countColumns, ...details])}` });
}

interface Days {
  userId: number;
  campaignId: number | null;
  /** First and last UTC day (inclusive). */
  from: number;
  to: number;
}

const chosen = (db: Db, { userId, campaignId, from, to }: Days) =>
  db('campaign_days')
    .where({ user_id: userId, ...(campaignId === null ? {} : { campaign_id: campaignId }) })
    .whereBetween('day', [from, to])
    .limit(1_000_000);

export const listDays = (db: Db, days: Days): Promise<DayRow[]> =>
  chosen(db, days).select('campaign_id', 'day', ...countColumns, ...details);

/** Without the columns that hold long lists. */
export const listBriefDays = (db: Db, days: Days): Promise<Omit<DayRow, 'written' | 'subreddits' | 'rules'>[]> =>
  chosen(db, days).select('campaign_id', 'day', ...countColumns, 'found', 'answered', 'latency');

/** `subreddits` is JSON, in the user's spelling. */
export type CampaignName = Pick<CampaignsRow, 'id' | 'name' | 'sample' | 'subreddits'>;
export const listCampaignNames = (db: Db, userId: number): Promise<CampaignName[]> =>
  db('campaigns').where({ user_id: userId }).select('id', 'name', 'sample', 'subreddits').orderBy('id').limit(100_000);

/** Start (UTC ms) of the first hour with fetch counts; null if there is none. */
export async function firstFetchedAt(db: Db, userId: number, campaignId: number | null): Promise<number | null> {
  const row = await db('fetch_hours')
    .where(campaignId === null ? { user_id: userId } : { campaign_id: campaignId, user_id: userId })
    .min<{ hour: number | null }>({ hour: 'hour' })
    .first();
  return row?.hour == null ? null : row.hour * 3_600_000;
}
