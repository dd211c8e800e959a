import { type CampaignRow, fieldsOf, scoringOf } from '#core/inbox/campaigns/rows.ts';
import type { Db, Subquery, Trx } from '#core/platform/db/connect.ts';
import { dialectOf } from '#core/platform/db/dialect.ts';
import { isWorkedWith } from '#core/inbox/posts/calling-queries.ts';
import { listCampaignRows } from '#core/inbox/campaigns/queries.ts';
import { itemOf, type ItemRow } from '#core/inbox/items/items.ts';
import { listItems } from '#core/inbox/items/queries.ts';
import type { PostsRow } from '#core/inbox/tables.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { confidenceSql } from '#core/scoring/confidence.ts';
import type { Assessment, Components, Evidence } from '#shared/scoring.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';

// A literal, because SQLite uses a partial index only if it sees the condition in the statement.
const isMarked = "posts.scored_by = 'without-ai'";

/** A marked post with its built-in assessment. */
export interface WaitingPost {
  id: number;
  userId: number;
  item: FetchedItem;
  scope: string;
  campaign: ScoringCampaign;
  assessment: Assessment;
  /** The stored assessment and the campaign's state. If either has changed since, the result is outdated. */
  stamp: string;
}

type StoredAssessment = Pick<PostsRow, (typeof assessmentColumns)[number]>;
type PostKey = StoredAssessment & Pick<PostsRow, 'id' | 'user_id' | 'item_id' | 'campaign_id'>;
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
  const { sql, bindings } = confidenceSql(dialectOf(db), ['posts', 'created_at'], now);
  return selectWaiting(db).orderByRaw(`${sql} desc, posts.id desc`, bindings).limit(limit).pluck<number[]>('posts.id');
}

/** Number of a user's posts that wait for a model; of all users for null. */
export async function countWaiting(db: Db, userId: string | null): Promise<number> {
  const query = selectWaiting(db).count<{ waiting: number }>({ waiting: '*' }).first();
  if (userId !== null) void query.where('posts.user_id', Number(userId));
  return (await query)?.waiting ?? 0;
}

const stampOf = (post: StoredAssessment, { profile_version, updated_at }: CampaignRow): string =>
  JSON.stringify([assessmentColumns.map((column) => post[column]), profile_version, updated_at]);

/** Which of the posts still wait, in the order of the ids. */
export async function listWaiting(db: Db, ids: readonly number[]): Promise<WaitingPost[]> {
  const posts = await selectWaiting(db).whereIn('posts.id', ids).select<PostKey[]>(keyColumns).limit(ids.length);
  const items = byId(
    await listItems(
      db,
      posts.map(({ item_id }) => item_id),
    ),
  );
  const campaigns = byId(
    await listCampaignRows(
      db,
      posts.map(({ campaign_id }) => campaign_id),
    ),
  );
  const waiting = posts.flatMap((post) => {
    const [item, campaign] = [items.get(post.item_id), campaigns.get(post.campaign_id)];
    return item && campaign ? [waitingOf(post, item, campaign)] : [];
  });
  return waiting.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

const byId = <R extends { id: number }>(rows: readonly R[]): Map<number, R> => new Map(rows.map((row) => [row.id, row]));

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

/** `acted`: the user decided about the post, or did something with its lead. */
export type CurrentPost = Pick<PostsRow, 'id' | 'created_at' | 'discovered_at' | 'status' | 'decided' | 'author_key'> & { acted: number };

/** Subquery: replies to the post in the outer statement; provided by the replies room. */
export type SelectReplies = (db: Db) => Subquery;

const acted = `(posts.touched = 1 or ${isWorkedWith} or exists ?) as acted`;

/** Current state of the posts. Leaves out those that were scored, edited, or erased since they were read. */
export async function listCurrentPosts(
  trx: Trx,
  posts: readonly WaitingPost[],
  selectReplies: SelectReplies,
): Promise<Map<number, CurrentPost>> {
  const before = new Map(posts.map(({ id, stamp }) => [id, stamp]));
  const unchanged = (await listWaiting(trx, [...before.keys()])).filter(({ id, stamp }) => before.get(id) === stamp);
  const ids = unchanged.map(({ id }) => id);
  const rows = await trx('posts')
    .whereIn('id', ids)
    .select<CurrentPost[]>('id', 'created_at', 'discovered_at', 'status', 'decided', 'author_key', trx.raw(acted, [selectReplies(trx)]))
    .limit(ids.length);
  return new Map(rows.map((row) => [row.id, row]));
}
