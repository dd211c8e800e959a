import { type CampaignRow, fieldsOf, scoringOf } from '#core/inbox/campaigns/rows.ts';
import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import { itemOf, type ItemRow } from '#core/inbox/items/items.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { confidenceSql } from '#core/scoring/confidence.ts';
import type { Assessment, Components, Evidence, SpeakerRole } from '#shared/scoring.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';

// Spelled out, because SQLite uses a partial index only for a condition that it can read.
const isMarked = "posts.scored_by = 'without-ai'";

/** A marked post as the built-in scorer left it. */
export interface WaitingPost {
  id: number;
  userId: number;
  item: FetchedItem;
  scope: string;
  campaign: ScoringCampaign;
  assessment: Assessment;
  /** The stored assessment and the campaign's state: whoever changed one of them since knows better. */
  stamp: string;
}

interface StoredAssessment {
  components: string;
  evidence: string;
  role: SpeakerRole;
  solved: number;
  fit_none: number;
  reason: string;
  scored_by: string;
}
interface PostKey extends StoredAssessment {
  id: number;
  user_id: number;
  item_id: number;
  campaign_id: number;
}
const assessmentColumns = ['components', 'evidence', 'role', 'solved', 'fit_none', 'reason', 'scored_by'] as const;
const keyColumns = ['id', 'user_id', 'item_id', 'campaign_id', ...assessmentColumns].map((column) => `posts.${column}`);

const selectWaiting = (db: Db) =>
  db('posts')
    .join('items', 'items.id', 'posts.item_id')
    .join('campaigns', 'campaigns.id', 'posts.campaign_id')
    .whereRaw(isMarked)
    .where('posts.open', 1)
    .where('campaigns.status', 'active')
    .whereNotIn('posts.user_id', db('users').where({ disabled: 1 }).select('id'))
    .whereNull('items.gone');

/** Ids of posts that a model should score, best first. */
export function listWaitingIds(db: Db, now: number, limit: number): Promise<number[]> {
  const { sql, bindings } = confidenceSql('posts', 'created_at', now);
  return selectWaiting(db).orderByRaw(`${sql} desc, posts.id desc`, bindings).limit(limit).pluck<number[]>('posts.id');
}

/** How many of a user's posts wait for a model; of all for null. */
export async function countWaiting(db: Db, userId: string | null): Promise<number> {
  const query = selectWaiting(db).count<{ waiting: number }>({ waiting: '*' }).first();
  if (userId !== null) void query.where('posts.user_id', Number(userId));
  return (await query)?.waiting ?? 0;
}

const stampOf = (post: StoredAssessment, { profile_version, updated_at }: CampaignRow): string =>
  JSON.stringify([assessmentColumns.map((column) => post[column]), profile_version, updated_at]);

/** Those of the posts that still wait, in the order of the ids. */
export async function listWaiting(db: Db, ids: readonly number[]): Promise<WaitingPost[]> {
  const posts = await selectWaiting(db).whereIn('posts.id', ids).select<PostKey[]>(keyColumns).limit(ids.length);
  const items = await rowsById<ItemRow>(
    db,
    'items',
    posts.map(({ item_id }) => item_id),
  );
  const campaigns = await rowsById<CampaignRow>(
    db,
    'campaigns',
    posts.map(({ campaign_id }) => campaign_id),
  );
  const waiting = posts.flatMap((post) => {
    const [item, campaign] = [items.get(post.item_id), campaigns.get(post.campaign_id)];
    return item && campaign ? [waitingOf(post, item, campaign)] : [];
  });
  return waiting.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

async function rowsById<R extends { id: number }>(db: Db, table: string, ids: readonly number[]): Promise<Map<number, R>> {
  const rows = new Map<number, R>();
  for (const chunk of chunked([...new Set(ids)], 1)) {
    const found: unknown = await db(table).whereIn('id', chunk).select('*').limit(chunk.length);
    for (const row of found as R[]) rows.set(row.id, row);
  }
  return rows;
}

function waitingOf(post: PostKey, item: ItemRow, campaign: CampaignRow): WaitingPost {
  return {
    id: post.id,
    userId: post.user_id,
    item: itemOf(item),
    scope: item.scope,
    campaign: scoringOf(String(post.campaign_id), fieldsOf(campaign)),
    stamp: stampOf(post, campaign),
    assessment: {
      components: JSON.parse(post.components) as Components,
      evidence: JSON.parse(post.evidence) as Evidence[],
      role: post.role,
      solved: post.solved === 1,
      fitNone: post.fit_none === 1,
      reason: post.reason,
    },
  };
}

export interface Standing {
  id: number;
  created_at: number;
  discovered_at: number;
  status: string;
  author_key: string | null;
  /** The user decided about the post, or did something with its lead. */
  acted: number;
}

const acted = `(posts.touched = 1
  or exists (select 1 from leads where leads.id = posts.lead_id
    and (leads.stage <> 'new' or leads.notes <> '' or leads.tags <> '[]' or leads.value is not null))
  or exists (select 1 from follow_ups where follow_ups.lead_id = posts.lead_id)
  or exists (select 1 from outbox where outbox.post_id = posts.id))`;

/** Where the posts stand now; those that were scored, edited or erased since they were read are left out. */
export async function listStandings(trx: Trx, posts: readonly WaitingPost[]): Promise<Map<number, Standing>> {
  const before = new Map(posts.map(({ id, stamp }) => [id, stamp]));
  const unchanged = (await listWaiting(trx, [...before.keys()])).filter(({ id, stamp }) => before.get(id) === stamp);
  const ids = unchanged.map(({ id }) => id);
  const rows = await trx('posts')
    .whereIn('id', ids)
    .select<Standing[]>('id', 'created_at', 'discovered_at', 'status', 'author_key', trx.raw(`${acted} as acted`))
    .limit(ids.length);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Lists by score read a band that is as wide as the most that being new adds. */
export async function raiseRecency(trx: Trx, campaignId: string, points: number): Promise<void> {
  await trx('campaigns')
    .where({ id: Number(campaignId) })
    .where('max_recency_points', '<', points)
    .update({ max_recency_points: points });
}
