import { chunked, type Trx } from '#core/platform/db/connect.ts';
import { exactConfidence } from '#core/scoring/confidence.ts';
import { insertRows, updateRows } from '#core/platform/db/many-rows.ts';
import { admit, type WhenFull, withhold } from './admit.ts';
import { addEvents, type NewEvent } from './events.ts';

interface Candidate {
  id: number;
  user_id: number;
  campaign_id: number;
  author_key: string;
  author: string;
  title: string;
  subreddit: string;
  lead_id: number | null;
  status: string;
  open: number;
  static_points: number;
  sample: number;
}
interface LeadKey {
  id: number;
  campaign_id: number;
  author_key: string;
}
export interface MergedLead {
  id: number;
  campaignId: number;
  username: string;
}

const keyOf = ({ campaign_id, author_key }: { campaign_id: number; author_key: string }): string => `${campaign_id}:${author_key}`;

async function listCandidates(trx: Trx, postIds: readonly number[]): Promise<Candidate[]> {
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

async function listLeads(trx: Trx, keys: readonly Candidate[]): Promise<Map<string, LeadKey>> {
  const found = new Map<string, LeadKey>();
  const pairs = [...new Map(keys.map((row) => [keyOf(row), [row.campaign_id, row.author_key]])).values()];
  for (const chunk of chunked(pairs, 2)) {
    const rows = await trx('leads')
      .whereIn(['campaign_id', 'author_key'], chunk)
      .select<LeadKey[]>('id', 'campaign_id', 'author_key')
      .limit(chunk.length);
    for (const row of rows) found.set(keyOf(row), row);
  }
  return found;
}

async function createLeads(trx: Trx, starters: readonly Candidate[], now: number): Promise<void> {
  const rows = starters.map((row) => ({
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
    announce_since: now,
  }));
  await insertRows(trx, 'leads', { rows });
}

/** Posts of the same people that were kept before they became leads belong to them too. */
async function attach(
  trx: Trx,
  leads: readonly LeadKey[],
): Promise<{ post: { id: number; title: string; subreddit: string }; leadId: number }[]> {
  const attached: { post: { id: number; title: string; subreddit: string }; leadId: number }[] = [];
  for (const chunk of chunked(leads, 2)) {
    const byKey = new Map(chunk.map((lead) => [keyOf(lead), lead.id]));
    const loose = await trx('posts')
      .join('items', 'items.id', 'posts.item_id')
      .whereIn(
        ['posts.campaign_id', 'posts.author_key'],
        chunk.map((lead) => [lead.campaign_id, lead.author_key]),
      )
      // The plus keeps the planner from walking every post without a lead.
      .whereRaw('+posts.lead_id is null')
      .select<(LeadKey & { title: string; subreddit: string })[]>(
        'posts.id',
        'posts.campaign_id',
        'posts.author_key',
        'items.title',
        'items.subreddit',
      )
      .orderBy('posts.id')
      .limit(100_000);
    attached.push(...loose.map((post) => ({ post, leadId: byKey.get(keyOf(post)) ?? 0 })));
  }
  await updateRows(
    trx,
    'posts',
    attached.map(({ post, leadId }) => ({ id: post.id, lead_id: leadId })),
  );
  return attached;
}

const cut = (title: string): string => (title.length > 160 ? `${title.slice(0, 159).toWellFormed()}…` : title);

/** Authors who have a post that makes them a lead and who are none yet, as far as the plans go. */
async function startLeads(
  trx: Trx,
  { candidates, before }: { candidates: readonly Candidate[]; before: ReadonlyMap<string, LeadKey> },
  options: { now: number; whenFull: WhenFull },
): Promise<Map<string, Candidate>> {
  const leading = candidates.filter((row) => row.status === 'lead' && row.open === 1 && !before.has(keyOf(row)));
  const starters = new Map(leading.map((row) => [keyOf(row), row]));
  const { admitted, withheld } = await admit(trx, [...starters.values()], options);
  const left = new Set(withheld.map(keyOf));
  await withhold(
    trx,
    leading.filter((row) => left.has(keyOf(row))),
  );
  await createLeads(trx, admitted, options.now);
  return new Map(admitted.map((row) => [keyOf(row), row]));
}

/**
 * Brings leads in line with these posts after they were scored or their state changed: one lead for each
 * author of a campaign who has a post with status `lead`. Answers the leads that are new.
 */
export const mergeLeads = (trx: Trx, postIds: readonly number[], now: number): Promise<MergedLead[]> =>
  merge(trx, postIds, { now, whenFull: 'withhold' });

/** The same for what a person asked for; throws `forbidden` where their plan has no room for all of it. */
export const mergeAskedLeads = (trx: Trx, postIds: readonly number[], now: number): Promise<MergedLead[]> =>
  merge(trx, postIds, { now, whenFull: 'refuse' });

async function merge(trx: Trx, postIds: readonly number[], options: { now: number; whenFull: WhenFull }): Promise<MergedLead[]> {
  const { now } = options;
  const candidates = await listCandidates(trx, postIds);
  const before = await listLeads(trx, candidates);
  const starters = await startLeads(trx, { candidates, before }, options);
  const leads = starters.size > 0 ? await listLeads(trx, candidates) : before;
  const attached = await attach(trx, [...leads.values()]);
  const created = [...starters].flatMap(([key, row]) => {
    const lead = leads.get(key);
    return lead ? [{ id: lead.id, campaignId: row.campaign_id, username: row.author, postId: row.id }] : [];
  });
  const events: NewEvent[] = [
    ...attached.map(({ post, leadId }) => ({
      leadId,
      kind: 'heard' as const,
      text: `r/${post.subreddit}: ${cut(post.title)}`,
      postId: post.id,
    })),
    ...created.map(({ id, postId }) => ({ leadId: id, kind: 'lead' as const, text: 'Became a lead', postId })),
  ];
  await addEvents(trx, events, now);
  await refreshLeads(
    trx,
    [...leads.values()].map(({ id }) => id),
    now,
  );
  return created.map(({ id, campaignId, username }) => ({ id, campaignId, username }));
}

interface LeadPost {
  lead_id: number;
  stage: string;
  status: string;
  open: number;
  static_points: number;
  recency_points: number;
  cap: number;
  created_at: number;
  seen_at: number | null;
}

const strength = (post: LeadPost, now: number): number =>
  exactConfidence({ staticPoints: post.static_points, recencyPoints: post.recency_points, cap: post.cap }, post.created_at, now);

function summarize(id: number, posts: readonly LeadPost[], now: number) {
  const leading = posts.filter((post) => post.status === 'lead' && post.open === 1);
  const shown = leading.length > 0 ? leading : posts;
  const best = shown.reduce((a, b) => (strength(b, now) > strength(a, now) ? b : a));
  const seen = shown.map((post) => post.seen_at);
  return {
    id,
    active: leading.length > 0 || best.stage !== 'new' ? 1 : 0,
    static_points: best.static_points,
    recency_points: best.recency_points,
    cap: best.cap,
    basis_at: best.created_at,
    seen_at: seen.includes(null) ? null : Math.max(...seen.map(Number)),
  };
}

/** Numbers, activity and seen flag of leads, from the posts they have now. */
export async function refreshLeads(trx: Trx, leadIds: readonly number[], now: number): Promise<void> {
  for (const ids of chunked(leadIds, 8)) {
    const posts = await trx('posts')
      .join('leads', 'leads.id', 'posts.lead_id')
      .whereIn('posts.lead_id', ids)
      .select<LeadPost[]>([
        'posts.lead_id',
        'leads.stage',
        'posts.status',
        'posts.open',
        'posts.static_points',
        'posts.recency_points',
        'posts.cap',
        'posts.created_at',
        'posts.seen_at',
      ])
      .limit(1_000_000);
    const byLead = Map.groupBy(posts, (post) => post.lead_id);
    await updateRows(
      trx,
      'leads',
      [...byLead].map(([id, own]) => summarize(id, own, now)),
    );
  }
}
