import type { LeadsRow, PostsRow } from '#core/inbox/tables.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { hourMs } from '#shared/time.ts';

/** UTC ms; `to` is exclusive. */
export interface Stretch {
  userId: number;
  from: number;
  to: number;
}

const maxRows = 1_000_000;

/** The posts that `GET /posts?status=all` lists, discovered in this time. */
export const listFoundPosts = (db: Db, { userId, from, to }: Stretch) =>
  db('posts')
    .where({ user_id: userId })
    .whereIn('open', [0, 1])
    .where('discovered_at', '>=', from)
    .where('discovered_at', '<', to)
    .where((shown) => shown.where({ open: 1 }).orWhereIn('status', ['dismissed', 'archived']))
    .select('campaign_id', 'subreddit_key', 'matched_rules', 'status', 'feedback', 'discovered_at')
    .limit(maxRows);

type OwnPost = Pick<PostsRow, 'subreddit_key' | 'matched_rules' | 'created_at' | 'discovered_at' | 'seen_at'>;
/** A lead with the post that made it one; its columns are null if the post was deleted. */
export type FoundLead = Pick<LeadsRow, 'campaign_id' | 'stage' | 'first_seen_at' | 'contacted_at'> & {
  [K in keyof OwnPost]: OwnPost[K] | null;
};

/** The leads that `GET /leads` lists, first seen in this time, each with its first post. */
export function listFoundLeads(db: Db, { userId, from, to }: Stretch): Promise<FoundLead[]> {
  const first = db.raw(
    `(select id from posts as own where own.lead_id = leads.id order by (own.status = 'lead' and own.open = 1) desc, own.id limit 1)`,
  );
  return db('leads')
    .leftJoin('posts', 'posts.id', first)
    .where({ 'leads.user_id': userId, 'leads.active': 1 })
    .where('leads.first_seen_at', '>=', from)
    .where('leads.first_seen_at', '<', to)
    .select<FoundLead[]>(['leads.campaign_id', 'leads.stage', 'leads.first_seen_at', 'leads.contacted_at'])
    .select(['posts.subreddit_key', 'posts.matched_rules', 'posts.created_at', 'posts.discovered_at', 'posts.seen_at'])
    .limit(maxRows);
}

/** Leads contacted in this time, whenever they were found. */
export const listAnswers = (db: Db, { userId, from, to }: Stretch) =>
  db('leads')
    .where({ user_id: userId, active: 1 })
    .where('contacted_at', '>=', from)
    .where('contacted_at', '<', to)
    .select('campaign_id', 'contacted_at')
    .limit(maxRows);

/** Fetch counts are stored by the hour: an hour belongs to the period in which it begins. */
export const listFetchedHours = (db: Db, { userId, from, to }: Stretch) =>
  db('fetch_hours')
    .whereIn('campaign_id', db('campaigns').select('id').where({ user_id: userId }))
    .where('hour', '>=', Math.ceil(from / hourMs))
    .where('hour', '<', Math.ceil(to / hourMs))
    .select('campaign_id', 'hour', 'fetched', 'matched', 'subreddits')
    .limit(maxRows);
