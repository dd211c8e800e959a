import type { Lead, LeadStage } from '#shared/leads.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { jsonRow } from '#core/platform/db/json-rows.ts';
import { confidenceAt } from '#core/scoring/confidence.ts';

export interface LeadRow {
  id: number;
  campaign_id: number;
  user_id: number;
  reddit_username: string;
  stage: LeadStage;
  notes: string;
  tags: string;
  value: number | null;
  active: number;
  seen_at: number | null;
  contacted_at: number | null;
  first_seen_at: number;
  last_activity_at: number;
  static_points: number;
  recency_points: number;
  cap: number;
  basis_at: number;
  sample: number;
}
export interface LeadPostRow {
  id: number;
  lead_id: number;
  kind: 'post' | 'comment';
  subreddit: string;
  title: string;
  permalink: string | null;
  reason: string;
  static_points: number;
  recency_points: number;
  cap: number;
  created_at: number;
}

const own = [
  'id',
  'campaign_id',
  'user_id',
  'reddit_username',
  'stage',
  'notes',
  'tags',
  'value',
  'active',
  'seen_at',
  'contacted_at',
  'first_seen_at',
  'last_activity_at',
  'static_points',
  'recency_points',
  'cap',
  'basis_at',
].map((column) => `leads.${column}`);

/** Leads with the flag of their campaign; narrow it by `leads.…`. */
export const selectLeads = (db: Db) =>
  db('leads')
    .join('campaigns', 'campaigns.id', 'leads.campaign_id')
    .select<LeadRow[]>([...own, 'campaigns.sample']);

/** The same for lists, for `parseRows`. */
export const selectShownLeads = (db: Db) =>
  db('leads')
    .join('campaigns', 'campaigns.id', 'leads.campaign_id')
    .select<{ json: string }[]>(jsonRow(db, [...own, 'campaigns.sample']));

const rankOf = (row: Pick<LeadRow, 'static_points' | 'recency_points' | 'cap'>) => ({
  staticPoints: row.static_points,
  recencyPoints: row.recency_points,
  cap: row.cap,
});
const iso = (time: number): string => new Date(time).toISOString();

/** The lead as it stands at `now`; its posts best first. */
export function leadOf(row: LeadRow, posts: readonly LeadPostRow[], now: number): Lead {
  const shown = posts.map((post) => ({
    id: String(post.id),
    title: post.title,
    permalink: post.permalink,
    confidence: confidenceAt(rankOf(post), post.created_at, now),
    subreddit: post.subreddit,
    kind: post.kind,
    createdAt: iso(post.created_at),
    reason: post.reason,
  }));
  return {
    id: String(row.id),
    campaignId: String(row.campaign_id),
    redditUsername: row.reddit_username,
    confidence: confidenceAt(rankOf(row), row.basis_at, now),
    stage: row.stage,
    notes: row.notes,
    tags: JSON.parse(row.tags) as string[],
    value: row.value,
    posts: shown.sort((a, b) => b.confidence - a.confidence),
    firstSeenAt: iso(row.first_seen_at),
    lastActivityAt: iso(row.last_activity_at),
    seen: row.seen_at !== null,
    sample: row.sample === 1,
  };
}
