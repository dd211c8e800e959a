import { isoTime } from '#core/platform/clock.ts';
import type { Person } from '#shared/common.ts';
import type { Lead } from '#shared/leads.ts';
import { originOf } from '#shared/origin.ts';
import { writtenAt } from '#core/platform/item.ts';
import { confidenceAt } from '#core/scoring/confidence.ts';
import type { Member } from './person-queries.ts';
import type { CampaignsRow, ItemsRow, LeadsRow, PostsRow } from '../tables.ts';

const ofLead = [
  'id',
  'campaign_id',
  'user_id',
  'author_key',
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
  'assignee_id',
] as const satisfies readonly (keyof LeadsRow)[];
export const leadColumns = [...ofLead.map((column) => `leads.${column}`), 'campaigns.sample'];
/** A lead with its campaign's `sample` flag. */
export type LeadRow = Pick<LeadsRow, (typeof ofLead)[number]> & Pick<CampaignsRow, 'sample'>;

const ofPost = ['id', 'lead_id', 'item_id', 'kind', 'reason', 'static_points', 'recency_points', 'cap', 'created_at'] as const;
const ofItem = ['fullname', 'subreddit', 'title', 'permalink'] as const;
/** Of a lead's posts, what is shown with it. */
export const leadPostColumns = [...ofPost.map((column) => `posts.${column}`), ...ofItem.map((column) => `items.${column}`)];
export type LeadPostRow = Pick<PostsRow, (typeof ofPost)[number]> & Pick<ItemsRow, (typeof ofItem)[number]> & { lead_id: number };

const rankOf = (row: Pick<LeadRow, 'static_points' | 'recency_points' | 'cap'>) => ({
  staticPoints: row.static_points,
  recencyPoints: row.recency_points,
  cap: row.cap,
});

/** A post that several campaigns found is shown once: that of the lead's own campaign, or the one with the highest score. */
function onceEach(row: LeadRow, posts: readonly LeadPostRow[]): LeadPostRow[] {
  const isOwn = (post: LeadPostRow): number => Number(post.lead_id === row.id);
  const ranked = posts.toSorted((a, b) => isOwn(b) - isOwn(a) || b.static_points - a.static_points);
  return [...new Map(ranked.toReversed().map((post) => [post.item_id, post])).values()];
}

interface OfPerson {
  assignee: Person | null;
  posts: readonly LeadPostRow[];
  members: readonly Member[];
}

/** The lead as of `now`, with its best posts first, and the campaigns that found the same person. */
export function leadOf(row: LeadRow, { assignee, posts, members }: OfPerson, now: number): Lead {
  const campaigns = members
    .filter(({ id, active }) => id === row.id || active === 1)
    .map((member) => ({ id: String(member.campaign_id), name: member.name, score: confidenceAt(rankOf(member), member.basis_at, now) }))
    .toSorted((a, b) => b.score - a.score || Number(a.id) - Number(b.id));
  const shown = onceEach(row, posts).map((post) => ({
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
    campaigns,
    redditUsername: row.reddit_username,
    confidence: confidenceAt(rankOf(row), row.basis_at, now),
    stage: row.stage,
    assignee,
    notes: row.notes,
    tags: JSON.parse(row.tags) as string[],
    value: row.value,
    posts: shown.sort((a, b) => b.confidence - a.confidence),
    firstSeenAt: isoTime(row.first_seen_at),
    lastActivityAt: isoTime(row.last_activity_at),
    seen: row.seen_at !== null,
    shownToClients: members.some(({ shown_to_clients }) => shown_to_clients === 1),
    sample: row.sample === 1,
  };
}
