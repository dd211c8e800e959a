import { chunked, type Trx } from '#core/platform/db/connect.ts';
import { insertRows, updateRows } from '#core/platform/db/many-rows.ts';
import type { Known } from './person-queries.ts';
import type { CampaignsRow, ItemsRow, LeadsRow, PostsRow } from '../tables.ts';

/** A post whose author may become a lead. */
export type Candidate = Pick<PostsRow, 'id' | 'user_id' | 'campaign_id' | 'lead_id' | 'status' | 'open' | 'static_points'> &
  Pick<ItemsRow, 'title' | 'subreddit'> &
  Pick<CampaignsRow, 'sample'> & { author_key: string; author: string };
export type LeadKey = Pick<LeadsRow, 'id' | 'campaign_id' | 'author_key'>;
export interface AttachedPost {
  id: number;
  title: string;
  subreddit: string;
  leadId: number;
}

/** Identifies one person within a campaign. */
export const keyOf = ({ campaign_id, author_key }: Pick<LeadKey, 'campaign_id' | 'author_key'>): string => `${campaign_id}:${author_key}`;

export async function listCandidates(trx: Trx, postIds: readonly number[]): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const ids of chunked(postIds, 1)) {
    const rows = await trx('posts')
      .join('items', 'items.id', 'posts.item_id')
      .join('campaigns', 'campaigns.id', 'posts.campaign_id')
      .whereIn('posts.id', ids)
      .whereNotNull('posts.author_key')
      .whereNotNull('items.author')
      .select<Candidate[]>([
        'posts.id',
        'posts.user_id',
        'posts.campaign_id',
        'posts.author_key',
        'items.author',
        'items.title',
        'items.subreddit',
        'posts.lead_id',
        'posts.status',
        'posts.open',
        'posts.static_points',
        'campaigns.sample',
      ])
      .orderBy('posts.id')
      .limit(ids.length);
    found.push(...rows);
  }
  return found;
}

/** Existing leads of the authors of these posts. */
export async function listLeadKeys(trx: Trx, candidates: readonly Candidate[]): Promise<Map<string, LeadKey>> {
  const found = new Map<string, LeadKey>();
  const pairs = [...new Map(candidates.map((row) => [keyOf(row), [row.campaign_id, row.author_key]])).values()];
  for (const chunk of chunked(pairs, 2)) {
    const rows = await trx('leads')
      .whereIn(['campaign_id', 'author_key'], chunk)
      .select('id', 'campaign_id', 'author_key')
      .limit(chunk.length);
    for (const row of rows) found.set(keyOf(row), row);
  }
  return found;
}

/** A lead to insert; null if nobody of this name is a lead yet. */
export interface Starter {
  row: Candidate;
  known: Known | null;
  isAnnounced: boolean;
  /** Whose turn it is. */
  assigneeId: number | null;
}

/** People whom another campaign found keep what their users did with them. */
export async function insertLeads(trx: Trx, starters: readonly Starter[], now: number): Promise<void> {
  const rows = starters.map(({ row, known, isAnnounced, assigneeId }) => ({
    campaign_id: row.campaign_id,
    user_id: row.user_id,
    author_key: row.author_key,
    reddit_username: row.author,
    first_seen_at: now,
    last_activity_at: now,
    static_points: 0,
    recency_points: 0,
    cap: 100,
    basis_at: now,
    announce_since: isAnnounced ? now : null,
    stage: known?.stage ?? 'new',
    notes: known?.notes ?? '',
    tags: known?.tags ?? '[]',
    value: known?.value ?? null,
    contacted_at: known?.contacted_at ?? null,
    assignee_id: known ? known.assignee_id : assigneeId,
  }));
  await insertRows(trx, 'leads', { rows });
}

/** Links the leads to older posts by the same people. */
export async function attachPosts(trx: Trx, leads: readonly LeadKey[]): Promise<AttachedPost[]> {
  const attached: AttachedPost[] = [];
  for (const chunk of chunked(leads, 2)) {
    const byKey = new Map(chunk.map((lead) => [keyOf(lead), lead.id]));
    const loose = await trx('posts')
      .join('items', 'items.id', 'posts.item_id')
      .whereIn(
        ['posts.campaign_id', 'posts.author_key'],
        chunk.map((lead) => [lead.campaign_id, lead.author_key]),
      )
      // The unary plus keeps the query planner from scanning every post without a lead.
      .whereRaw('+posts.lead_id is null')
      .select('posts.id', 'posts.campaign_id', 'posts.author_key', 'items.title', 'items.subreddit')
      .orderBy('posts.id')
      .limit(100_000);
    for (const { id, campaign_id, author_key, title, subreddit } of loose)
      attached.push({ id, title, subreddit, leadId: byKey.get(keyOf({ campaign_id, author_key: author_key ?? '' })) ?? 0 });
  }
  await updateRows(
    trx,
    'posts',
    attached.map(({ id, leadId }) => ({ id, lead_id: leadId })),
  );
  return attached;
}

/** Gives the posts of people who became leads, or no longer are, the matching status. */
export const setStatuses = (trx: Trx, ids: readonly number[], status: 'new' | 'lead'): Promise<void> =>
  updateRows(
    trx,
    'posts',
    ids.map((id) => ({ id, status })),
  );

/** The columns that rank and show a lead. */
export type LeadPost = Pick<
  PostsRow,
  'status' | 'open' | 'author_key' | 'static_points' | 'recency_points' | 'cap' | 'created_at' | 'seen_at'
> &
  Pick<LeadsRow, 'stage'> & { lead_id: number };

export const listLeadPosts = (trx: Trx, leadIds: readonly number[]): Promise<LeadPost[]> =>
  trx('posts')
    .join('leads', 'leads.id', 'posts.lead_id')
    .whereIn('posts.lead_id', leadIds)
    .select<LeadPost[]>([
      'posts.lead_id',
      'leads.stage',
      'posts.status',
      'posts.open',
      'posts.author_key',
      'posts.static_points',
      'posts.recency_points',
      'posts.cap',
      'posts.created_at',
      'posts.seen_at',
    ])
    .limit(1_000_000);

export type LeadSummary = Pick<LeadsRow, 'id' | 'active' | 'static_points' | 'recency_points' | 'cap' | 'basis_at' | 'seen_at'>;

export const saveSummaries = (trx: Trx, rows: readonly LeadSummary[]): Promise<void> => updateRows(trx, 'leads', rows);
