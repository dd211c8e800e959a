import type { CampaignRow } from '../campaigns/rows.ts';
import type { Db, Trx } from '../db/connect.ts';

const dayMs = 86_400_000;

interface Visit {
  visit_at: number | null;
  previous_visit_at: number | null;
  created_at: number;
}

/** A visit ends when nothing was looked at for this long. */
const idleMs = 30 * 60_000;

/** Notes that the user is here; answers when they were last here before this visit (UTC ms). */
export async function noteVisit(trx: Trx, userId: number, now: number): Promise<number> {
  const row = await trx('users').where({ id: userId }).first<Visit | undefined>('visit_at', 'previous_visit_at', 'created_at');
  if (!row) return now;
  const isBack = row.visit_at !== null && now - row.visit_at > idleMs;
  const previous = isBack ? row.visit_at : row.previous_visit_at;
  await trx('users').where({ id: userId }).update({ visit_at: now, previous_visit_at: previous });
  return previous ?? row.created_at;
}

export function listOwnCampaigns(db: Db, userId: number): Promise<CampaignRow[]> {
  return db<CampaignRow>('campaigns').where({ user_id: userId }).select('*').orderBy('id', 'desc').limit(200);
}

export interface Totals {
  posts: number;
  unseenPosts: number;
  leads: number;
  newLeads: number;
}

export async function readTotals(db: Db, userId: number): Promise<Totals> {
  const posts = await db('posts')
    .where({ user_id: userId, open: 1 })
    .first<{ n: number; unseen: number | null }>(db.raw('count(*) as n'), db.raw('sum(seen_at is null) as unseen'));
  const leads = await db('leads')
    .where({ user_id: userId, active: 1 })
    .first<{ n: number; fresh: number | null }>(db.raw('count(*) as n'), db.raw(`sum(stage = 'new') as fresh`));
  return { posts: posts.n, unseenPosts: posts.unseen ?? 0, leads: leads.n, newLeads: leads.fresh ?? 0 };
}

export interface Since {
  heard: number;
  posts: number;
  leads: number;
  subreddits: number;
}

/** What fitted nothing is gone after two days by default, so counting further back would tell less than it costs. */
const furthestBackMs = 7 * dayMs;

/** What happened after a moment (UTC ms); heard counts in the communities that the campaigns listen to. */
export async function readSince(
  db: Db,
  userId: number,
  { at, now, subreddits, everywhere }: { at: number; now: number; subreddits: readonly string[]; everywhere: boolean },
): Promise<Since> {
  const heard = await db('items')
    .where('heard_at', '>', Math.max(at, now - furthestBackMs))
    .where((audible) => {
      // The plus keeps the planner on the times, of which few are meant, rather than the scopes.
      void audible.whereRaw('+scope = ?', [`user:${userId}`]);
      if (everywhere) void audible.orWhereRaw(`+scope = ''`);
      else void audible.orWhere((listened) => listened.whereRaw(`+scope = ''`).whereIn('subreddit_key', subreddits));
    })
    .first<{ n: number; places: number }>(db.raw('count(*) as n'), db.raw('count(distinct subreddit_key) as places'));
  const posts = await db('posts')
    .where({ user_id: userId, open: 1 })
    .where('discovered_at', '>', at)
    .count<{ n: number }>({ n: '*' })
    .first();
  const leads = await db('leads')
    .where({ user_id: userId, active: 1 })
    .where('first_seen_at', '>', at)
    .count<{ n: number }>({ n: '*' })
    .first();
  return { heard: heard.n, subreddits: heard.places, posts: posts?.n ?? 0, leads: leads?.n ?? 0 };
}

interface DayRow {
  day: number;
  campaign_id: number;
  n: number;
}

async function countByDay(
  db: Db,
  userId: number,
  { column, since }: { column: 'first_seen_at' | 'answered_at'; since: number },
): Promise<DayRow[]> {
  return db('leads')
    .where({ user_id: userId, active: 1 })
    .where(column, '>=', since)
    .groupByRaw('1, 2')
    .select<DayRow[]>(db.raw(`${column} / ${dayMs} as day`), 'campaign_id', db.raw('count(*) as n'))
    .limit(100_000);
}

/** By UTC day (ms / 86,400,000) and campaign. */
export const countLeadsByDay = (db: Db, userId: number, since: number) => countByDay(db, userId, { column: 'first_seen_at', since });
export const countAnsweredByDay = (db: Db, userId: number, since: number) => countByDay(db, userId, { column: 'answered_at', since });

/** Verdicts of the newest judged posts of a campaign. */
export function listVerdicts(db: Db, campaignId: number, limit: number): Promise<string[]> {
  return db('posts')
    .where({ campaign_id: campaignId })
    .whereNotNull('verdict')
    .orderBy('verdict_at', 'desc')
    .limit(limit)
    .pluck<string[]>('verdict');
}

export async function listRunning(db: Db, userId: number): Promise<Set<number>> {
  return new Set(await db('runs').where({ state: 'running', user_id: userId }).limit(1000).pluck<number[]>('campaign_id'));
}

export async function hasAnswered(db: Db, userId: number): Promise<boolean> {
  return (await db('leads').where({ user_id: userId }).whereNotNull('answered_at').first<{ id: number } | undefined>('id')) !== undefined;
}

export async function countJudged(db: Db, userId: number, most: number): Promise<number> {
  const rows = await db('posts')
    .whereIn('campaign_id', db('campaigns').select('id').where({ user_id: userId }))
    .whereNotNull('verdict')
    .limit(most)
    .pluck<number[]>('id');
  return rows.length;
}
