import { dayMs, hourMs } from '#shared/time.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { isRepeated } from '#core/inbox/leads/person-queries.ts';
import { countReadOnce, countReadSince } from '#core/discovery/pass/queries.ts';
import { dialectOf } from '#core/platform/db/dialect.ts';

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
    .first<{ n: number; fresh: number }>(
      db.raw('count(distinct author_key) as n'),
      db.raw(`count(distinct author_key) filter (where stage = 'new') as fresh`),
    );
  return { posts: posts.n, unseenPosts: posts.unseen, leads: leads.n, newLeads: leads.fresh };
}

export interface Since {
  heard: number;
  posts: number;
  leads: number;
  subreddits: number;
}

/** Items that match nothing may be pruned after this; beyond it, the stored counts of whole hours are used. */
const surelyKeptMs = 1.5 * dayMs;

async function countRead(db: Db, userId: number, { at, now }: { at: number; now: number }): Promise<{ read: number; subreddits: number }> {
  if (now - at <= surelyKeptMs) return countReadSince(db, userId, at);
  const { read, subreddits } = await countReadOnce(db, userId, { from: at, to: now + hourMs });
  return { read, subreddits: subreddits.size };
}

/** What happened after `at` (UTC ms). */
export async function readSince(db: Db, userId: number, { at, now }: { at: number; now: number }): Promise<Since> {
  const { read, subreddits } = await countRead(db, userId, { at, now });
  const posts = await db('posts')
    .where({ user_id: userId, open: 1 })
    .where('discovered_at', '>', at)
    .count<{ n: number }>({ n: '*' })
    .first();
  const leads = await db('leads')
    .where({ user_id: userId, active: 1 })
    .where('first_seen_at', '>', at)
    .whereRaw(`not (${isRepeated(userId)})`)
    .count<{ n: number }>({ n: '*' })
    .first();
  return { heard: read, subreddits, posts: posts?.n ?? 0, leads: leads?.n ?? 0 };
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
