import type { CampaignsRow } from '#core/inbox/tables.ts';
import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import { insertRows, takeNew } from '#core/platform/db/many-rows.ts';
import type { CampaignDaysRow } from '../tables.ts';
import { briefColumns, countColumns, dayColumns, detailColumns } from './days.ts';
import type { Facts } from './facts.ts';

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

/** Some days of a user, by UTC day. */
export interface UserDays {
  userId: number;
  days: readonly number[];
}

/** Returns the campaigns of the user for which these days are stale, by day, and unmarks them. */
export async function takeStale(trx: Trx, { userId, days }: UserDays): Promise<Map<number, number[]>> {
  const own = trx('campaigns').select('id').where({ user_id: userId });
  const taken = trx('stale_days').whereIn('day', days).whereIn('campaign_id', own);
  const rows = await taken.clone().select('campaign_id', 'day').limit(1_000_000);
  await taken.delete();
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return new Map([...byDay].map(([day, some]) => [day, some.map(({ campaign_id }) => campaign_id)]));
}

/** Drops stale days of deleted campaigns. */
export const forgetStale = (trx: Trx): Promise<number> =>
  trx('stale_days').whereNotIn('campaign_id', trx('campaigns').select('id')).delete();

export interface CountedDay {
  campaignId: number;
  day: number;
  /** Null deletes the row: a day without figures has none. */
  facts: Facts | null;
}

export async function saveDays(trx: Trx, userId: number, counted: readonly CountedDay[]): Promise<void> {
  const empty = counted.flatMap(({ campaignId, day, facts }) => (facts === null ? [[campaignId, day]] : []));
  for (const some of chunked(empty, 2)) await trx('campaign_days').whereIn(['campaign_id', 'day'], some).delete();
  const rows = counted.flatMap(({ campaignId, day, facts }) =>
    facts === null ? [] : [{ campaign_id: campaignId, user_id: userId, day, ...dayColumns(facts) }],
  );
  await insertRows(trx, 'campaign_days', { rows, onConflict: `(campaign_id, day) ${takeNew([...countColumns, ...detailColumns])}` });
}

interface Days {
  userId: number;
  campaignId: number | null;
  /** First and last UTC day (inclusive). */
  from: number;
  to: number;
}

/** Each day as JSON for `parseDay`: a driver takes as long for one more column as for a whole row. */
function listChosen(db: Db, { userId, campaignId, from, to }: Days, details: readonly string[]): Promise<{ json: string }[]> {
  const values = ['campaign_id', 'day', ...countColumns, ...details].join(` || ',' || `);
  return db('campaign_days')
    .where({ user_id: userId, ...(campaignId === null ? {} : { campaign_id: campaignId }) })
    .whereBetween('day', [from, to])
    .select<{ json: string }[]>(db.raw(`'[' || ${values} || ']' as json`))
    .limit(1_000_000);
}

export const listDays = (db: Db, days: Days): Promise<{ json: string }[]> => listChosen(db, days, detailColumns);

/** Without the columns that hold long lists. */
export const listBriefDays = (db: Db, days: Days): Promise<{ json: string }[]> => listChosen(db, days, briefColumns);

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
