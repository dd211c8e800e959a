import type { Lead } from '#shared/leads.ts';
import { originOf } from '#shared/origin.ts';
import { writtenAt } from '#core/platform/item.ts';
import { confidenceAt } from '#core/scoring/confidence.ts';
import type { CampaignsRow, ItemsRow, LeadsRow, PostsRow } from '../tables.ts';

export type LeadRow = Omit<LeadsRow, 'author_key' | 'announce_since'> & Pick<CampaignsRow, 'sample'>;
export type LeadPostRow = Pick<PostsRow, 'id' | 'kind' | 'reason' | 'static_points' | 'recency_points' | 'cap' | 'created_at'> & {
  lead_id: number;
} & Pick<ItemsRow, 'fullname' | 'subreddit' | 'title' | 'permalink'>;

const rankOf = (row: Pick<LeadRow, 'static_points' | 'recency_points' | 'cap'>) => ({
  staticPoints: row.static_points,
  recencyPoints: row.recency_points,
  cap: row.cap,
});
const iso = (time: number): string => new Date(time).toISOString();

/** The lead as of `now`, with its best posts first. */
export function leadOf(row: LeadRow, posts: readonly LeadPostRow[], now: number): Lead {
  const shown = posts.map((post) => ({
    id: String(post.id),
    title: post.title,
    permalink: post.permalink,
    confidence: confidenceAt(rankOf(post), post.created_at, now),
    origin: originOf(post.fullname),
    subreddit: post.subreddit,
    kind: post.kind,
    createdAt: writtenAt(post.created_at),
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
