import type { Knex } from 'knex';
import { hourMs } from '#shared/time.ts';
import { isRepeated } from '#core/inbox/leads/person-queries.ts';
import type { LeadsRow, PostsRow, CampaignsRow } from '#core/inbox/tables.ts';
import { type Db, chunked, type Trx } from '#core/platform/db/connect.ts';
import { unknownTime } from '#core/platform/item.ts';
import { insertRows, takeNew } from '#core/platform/db/many-rows.ts';
import type { CampaignDaysRow } from '../tables.ts';
import { briefColumns, countColumns, dayColumns, detailColumns } from './days.ts';
import { type Facts, quarterMs } from './facts.ts';

/** Steps of the funnel that leads reach. */
export const leadSteps = ['leads', 'contacted', 'replied', 'won'] as const;
export type LeadStep = (typeof leadSteps)[number];

/** UTC ms; `to` is exclusive. */
export interface Stretch {
  userId: number;
  from: number;
  to: number;
  /** Only this campaign's. */
  campaignId?: number | null | undefined;
  /** Only leads that reached this step, and the posts of their authors. */
  step?: LeadStep | undefined;
}

export const repliedStages = ['replied', 'qualified', 'won'] as const;
const reached: Record<LeadStep, (leads: Knex.QueryBuilder) => void> = {
  leads: () => {},
  contacted: (leads) =>
    void leads.where((own) => own.whereIn('leads.stage', ['contacted', ...repliedStages]).orWhereNotNull('leads.contacted_at')),
  replied: (leads) => void leads.whereIn('leads.stage', repliedStages),
  won: (leads) => void leads.where('leads.stage', 'won'),
};

const maxRows = 1_000_000;

/** Only people whom another campaign found before. */
interface Only {
  isRepeated?: boolean;
}
const repeated = ({ isRepeated: isOnly = false }: Only, userId: number): string => (isOnly ? isRepeated(userId) : '1 = 1');

const foundPosts = (db: Db, { userId, from, to, campaignId }: Stretch) =>
  db('posts')
    .where({ user_id: userId })
    .whereIn('open', [0, 1])
    .where('discovered_at', '>=', from)
    .where('discovered_at', '<', to)
    .where((shown) => shown.where({ open: 1 }).orWhereIn('status', ['dismissed', 'archived']))
    .modify((own) => {
      if (campaignId) void own.where('campaign_id', campaignId);
    });

type FoundPost = Pick<PostsRow, 'campaign_id' | 'subreddit_key' | 'matched_rules' | 'status' | 'feedback' | 'discovered_at'>;

/** The posts that `GET /posts?status=all` lists, discovered in this time. */
export const listFoundPosts = (db: Db, { step, ...stretch }: Stretch) =>
  foundPosts(db, stretch)
    .modify((posts) => {
      if (step) void posts.whereIn('lead_id', db('leads').where({ user_id: stretch.userId, active: 1 }).modify(reached[step]).select('id'));
    })
    .select<FoundPost[]>('campaign_id', 'subreddit_key', 'matched_rules', 'status', 'feedback', 'discovered_at')
    .limit(maxRows);

/** How many of these posts each campaign found in each quarter hour. */
export const countPostsFound = (db: Db, stretch: Stretch) =>
  foundPosts(db, stretch)
    .groupByRaw('campaign_id, quarter')
    .select<{ campaign_id: number; quarter: number; n: number }[]>(
      'campaign_id',
      db.raw(`discovered_at / ${quarterMs} as quarter, count(*) as n`),
    )
    .limit(maxRows);

/** How many of these posts were written in each quarter hour. */
export const countPostsWritten = (db: Db, stretch: Stretch) =>
  foundPosts(db, stretch)
    .where('created_at', '<>', unknownTime)
    .groupByRaw('quarter')
    .select<{ quarter: number; n: number }[]>(db.raw(`created_at / ${quarterMs} as quarter, count(*) as n`))
    .limit(maxRows);

type OwnPost = Pick<PostsRow, 'subreddit_key' | 'matched_rules' | 'created_at' | 'discovered_at' | 'seen_at'>;
/** A lead with the post that made it one; its columns are null if the post was deleted. */
export type FoundLead = Pick<LeadsRow, 'campaign_id' | 'stage' | 'first_seen_at' | 'contacted_at'> & {
  [K in keyof OwnPost]: OwnPost[K] | null;
};

/** Leads first seen in this time, each with its first post. */
function foundLeads(db: Db, { from, to }: Pick<Stretch, 'from' | 'to'>) {
  const first = db.raw(
    `(select id from posts as own where own.lead_id = leads.id order by (own.status = 'lead' and own.open = 1) desc, own.id limit 1)`,
  );
  return db('leads')
    .leftJoin('posts', 'posts.id', first)
    .where('leads.active', 1)
    .where('leads.first_seen_at', '>=', from)
    .where('leads.first_seen_at', '<', to)
    .select<FoundLead[]>(['leads.campaign_id', 'leads.stage', 'leads.first_seen_at', 'leads.contacted_at'])
    .select(['posts.subreddit_key', 'posts.matched_rules', 'posts.created_at', 'posts.discovered_at', 'posts.seen_at'])
    .limit(maxRows);
}

/** The leads that `GET /leads` lists. */
export const listFoundLeads = (db: Db, { userId, campaignId, step = 'leads', ...time }: Stretch, only: Only = {}): Promise<FoundLead[]> =>
  foundLeads(db, time)
    .where('leads.user_id', userId)
    .whereRaw(repeated(only, userId))
    .modify(reached[step])
    .modify((own) => {
      if (campaignId) void own.where('leads.campaign_id', campaignId);
    });

/** Of several workspaces, leads of people whom another campaign of the same workspace found before. */
export const listRepeatedLeads = (
  db: Db,
  { userIds, ...time }: Pick<Stretch, 'from' | 'to'> & { userIds: readonly number[] },
): Promise<(FoundLead & { user_id: number })[]> =>
  foundLeads(db, time)
    .whereIn('leads.user_id', userIds)
    .whereRaw(isRepeated(...userIds))
    .select<(FoundLead & { user_id: number })[]>('leads.user_id');

/** Leads contacted in this time, whenever they were found. */
export const listAnswers = (db: Db, { userId, from, to, campaignId, step = 'leads' }: Stretch, only: Only = {}) =>
  db('leads')
    .where({ user_id: userId, active: 1 })
    .where('contacted_at', '>=', from)
    .where('contacted_at', '<', to)
    .whereRaw(repeated(only, userId))
    .modify(reached[step])
    .modify((own) => {
      if (campaignId) void own.where('campaign_id', campaignId);
    })
    .select<Pick<LeadsRow, 'campaign_id' | 'contacted_at'>[]>('campaign_id', 'contacted_at')
    .limit(maxRows);

/** Fetch counts are stored by the hour: an hour belongs to the period in which it begins. */
export const listFetchedHours = (db: Db, { userId, from, to }: Stretch) =>
  db('fetch_hours')
    .whereIn('campaign_id', db('campaigns').select('id').where({ user_id: userId }))
    .where('hour', '>=', Math.ceil(from / hourMs))
    .where('hour', '<', Math.ceil(to / hourMs))
    .select('campaign_id', 'hour', 'fetched', 'matched', 'subreddits')
    .limit(maxRows);

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

/** `streams` is JSON, in the user's spelling. */
export type CampaignName = Pick<CampaignsRow, 'id' | 'name' | 'sample' | 'streams'>;
export const listCampaignNames = (db: Db, userId: number): Promise<CampaignName[]> =>
  db('campaigns').where({ user_id: userId }).select('id', 'name', 'sample', 'streams').orderBy('id').limit(100_000);

/** Start (UTC ms) of the first hour with fetch counts; null if there is none. */
export async function firstFetchedAt(db: Db, userId: number, campaignId: number | null): Promise<number | null> {
  const row = await db('fetch_hours')
    .where(campaignId === null ? { user_id: userId } : { campaign_id: campaignId, user_id: userId })
    .min<{ hour: number | null }>({ hour: 'hour' })
    .first();
  return row?.hour == null ? null : row.hour * 3_600_000;
}

/** What one campaign read, by the hour. */
export const listReadHours = (db: Db, { campaignId, from, to }: { campaignId: number; from: number; to: number }) =>
  db('fetch_hours')
    .where({ campaign_id: campaignId })
    .where('hour', '>=', Math.ceil(from / hourMs))
    .where('hour', '<', Math.ceil(to / hourMs))
    .select('hour', 'fetched', 'matched')
    .limit(100_000);
