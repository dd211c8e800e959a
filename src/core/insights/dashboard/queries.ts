import type { Db } from '#core/platform/db/connect.ts';
import { dialectOf } from '#core/platform/db/dialect.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export interface Totals {
  posts: number;
  unseenPosts: number;
  leads: number;
  newLeads: number;
}

export async function readTotals(db: Db, userId: number): Promise<Totals> {
  const posts = await db('posts')
    .where({ user_id: userId, open: 1 })
    .first<{ n: number; unseen: number }>(db.raw('count(*) as n'), db.raw('count(*) filter (where seen_at is null) as unseen'));
  const leads = await db('leads')
    .where({ user_id: userId, active: 1 })
    .first<{ n: number; fresh: number }>(db.raw('count(*) as n'), db.raw(`count(*) filter (where stage = 'new') as fresh`));
  return { posts: posts.n, unseenPosts: posts.unseen, leads: leads.n, newLeads: leads.fresh };
}

export interface Since {
  heard: number;
  posts: number;
  leads: number;
  subreddits: number;
}

/** Items that match nothing may be pruned after this; beyond it, the stored fetch counts are used. */
const surelyKeptMs = 1.5 * dayMs;

/** Whole hours after `at`. Campaigns with the same subreddit fetch the same items, so only the highest count is used. */
async function countFetchedHours(db: Db, userId: number, at: number): Promise<{ n: number; subreddits: number }> {
  const rows = await db('fetch_hours')
    .whereIn('campaign_id', db('campaigns').select('id').where({ user_id: userId }))
    .where('hour', '>=', Math.ceil(at / hourMs))
    .select('campaign_id', 'subreddits')
    .limit(100_000);
  const fetched = new Map<string, Map<number, number>>();
  for (const { campaign_id, subreddits } of rows) {
    for (const [name, [count]] of Object.entries(JSON.parse(subreddits) as Record<string, [number, number]>)) {
      const byCampaign = fetched.get(name) ?? new Map<number, number>();
      fetched.set(name, byCampaign.set(campaign_id, (byCampaign.get(campaign_id) ?? 0) + count));
    }
  }
  const n = fetched.values().reduce((sum, byCampaign) => sum + Math.max(...byCampaign.values()), 0);
  return { n, subreddits: fetched.size };
}

interface FetchedFilter {
  at: number;
  subreddits: readonly string[];
  everywhere: boolean;
  /** Scopes outside Reddit. */
  scopes: readonly string[];
}

function countFetchedItems(
  db: Db,
  userId: number,
  { at, subreddits, everywhere, scopes }: FetchedFilter,
): Promise<{ n: number; subreddits: number }> {
  // SQLite would use the index on scope; the one on fetched_at is much more selective.
  const scoped = dialectOf(db).unindexed('scope');
  return db('items')
    .where('fetched_at', '>', at)
    .where((visible) => {
      for (const scope of [`user:${userId}`, ...scopes]) void visible.orWhereRaw(`${scoped} = ?`, [scope]);
      if (everywhere) void visible.orWhereRaw(`${scoped} = ''`);
      else void visible.orWhere((listened) => listened.whereRaw(`${scoped} = ''`).whereIn('subreddit_key', subreddits));
    })
    .first<{ n: number; subreddits: number }>(db.raw('count(*) as n'), db.raw('count(distinct subreddit_key) as subreddits'));
}

/** What happened after `at` (UTC ms); fetched items are counted in the campaigns' subreddits. */
export async function readSince(db: Db, userId: number, { now, ...listened }: FetchedFilter & { now: number }): Promise<Since> {
  const { at } = listened;
  const fetched = now - at > surelyKeptMs ? await countFetchedHours(db, userId, at) : await countFetchedItems(db, userId, listened);
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
  return { heard: fetched.n, subreddits: fetched.subreddits, posts: posts?.n ?? 0, leads: leads?.n ?? 0 };
}

/** Campaign id → the newest feedback on its posts. */
export async function listFeedback(db: Db, campaignIds: readonly number[], limit: number): Promise<Map<number, string[]>> {
  // One short read of the index per campaign: ranking them all together would read every rated post.
  const newest = db('posts')
    .whereRaw('posts.campaign_id = campaigns.id')
    .whereNotNull('feedback')
    .orderBy('feedback_at', 'desc')
    .limit(limit)
    .select('feedback');
  const rows = await db('campaigns')
    .whereIn('id', campaignIds)
    .select<{ id: number; feedback: string | null }[]>(
      'id',
      db.raw(`(select ${dialectOf(db).array('feedback')} from (?) as newest) as feedback`, [newest]),
    )
    .limit(campaignIds.length);
  return new Map(rows.map(({ id, feedback }) => [id, JSON.parse(feedback ?? '[]') as string[]]));
}

export async function listRunning(db: Db, userId: number): Promise<Set<number>> {
  return new Set(await db('runs').where({ state: 'running', user_id: userId }).limit(1000).pluck('campaign_id'));
}

export async function hasAnswered(db: Db, userId: number): Promise<boolean> {
  return (await db('leads').where({ user_id: userId }).whereNotNull('contacted_at').first('id')) !== undefined;
}

export async function countRated(db: Db, userId: number, limit: number): Promise<number> {
  const rows = await db('posts')
    .whereIn('campaign_id', db('campaigns').select('id').where({ user_id: userId }))
    .whereNotNull('feedback')
    .limit(limit)
    .pluck('id');
  return rows.length;
}
