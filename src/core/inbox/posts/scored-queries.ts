import type { Assessment } from '#shared/scoring.ts';
import { type Db, type Trx, chunked } from '#core/platform/db/connect.ts';
import { updateRows, insertRows, takeNew, jsonRow } from '#core/platform/db/many-rows.ts';
import type { Rank } from '#core/scoring/confidence.ts';
import type { PostsRow, ItemsRow } from '../tables.ts';
import { postColumns, type PostRow, shownColumns } from './rows.ts';

interface ScoredAs {
  assessment: Assessment;
  rank: Rank;
  learnedPoints: number;
  merit: number;
  decided: PostsRow['decided'];
  /** `builtin`, the name of a model, or a mark that a model should still score it. */
  scoredBy: string;
}

/** The columns that hold how a post was scored. */
export const scoreColumnsOf = ({ assessment, rank, learnedPoints, merit, decided, scoredBy }: ScoredAs) => ({
  components: JSON.stringify(assessment.components),
  evidence: JSON.stringify(assessment.evidence),
  role: assessment.role,
  solved: assessment.solved ? 1 : 0,
  fit_none: assessment.fitNone ? 1 : 0,
  reason: assessment.reason,
  scored_by: scoredBy,
  static_points: rank.staticPoints,
  recency_points: rank.recencyPoints,
  cap: rank.cap,
  learned_points: learnedPoints,
  merit,
  decided,
});

const columns = [
  'id',
  'item_id',
  'components',
  'role',
  'solved',
  'fit_none',
  'learned_points',
  'created_at',
  'discovered_at',
  'author_key',
  'lead_id',
  'status',
  'touched',
  'scored_by',
  'decided',
] as const;

/** The columns that rank a post. */
export type RankedPost = Pick<PostsRow, (typeof columns)[number]>;

/** A page of a campaign's posts, ordered by item. */
export const listRankedPage = (db: Db, campaignId: number, { after, limit }: { after: number; limit: number }): Promise<RankedPost[]> =>
  db('posts')
    .where({ campaign_id: campaignId })
    .where('item_id', '>', after)
    .orderBy('item_id')
    .select(...columns)
    .limit(limit);

export const listRanked = (db: Db, campaignId: number, ids: readonly number[]): Promise<RankedPost[]> =>
  db('posts')
    .where({ campaign_id: campaignId })
    .whereIn('id', ids)
    .select(...columns)
    .limit(ids.length);

export type RankColumns = Pick<
  PostsRow,
  'id' | 'learned_points' | 'static_points' | 'recency_points' | 'cap' | 'merit' | 'decided' | 'status'
>;

export const saveRanks = (trx: Trx, rows: readonly RankColumns[]): Promise<void> => updateRows(trx, 'posts', rows);

/** To what the campaign's posts really have; while they are ranked, it only rises. */
export async function lowerMaxRecency(trx: Trx, campaignId: number): Promise<void> {
  const row = await trx('posts').where({ campaign_id: campaignId }).max<{ points: number | null }>({ points: 'recency_points' }).first();
  await trx('campaigns')
    .where({ id: campaignId })
    .update({ max_recency_points: row?.points ?? 0 });
}

const joined = (db: Db) => db('posts').join('items', 'items.id', 'posts.item_id').join('campaigns', 'campaigns.id', 'posts.campaign_id');

/** Posts with every column; narrow it by `posts.…`. */
export const selectPosts = (db: Db) => joined(db).select<PostRow[]>(postColumns);

/** Posts with the columns that lists show, as JSON; narrow it by `posts.…`. */
export const selectShownPosts = (db: Db) => joined(db).select<{ json: string }[]>(jsonRow(db, shownColumns));

type ScoreColumns = ReturnType<typeof scoreColumnsOf>;
/** A post as the scorer creates it. */
export type ScoredPost = ScoreColumns &
  Pick<
    PostsRow,
    | 'campaign_id'
    | 'user_id'
    | 'item_id'
    | 'kind'
    | 'subreddit_key'
    | 'author_key'
    | 'matched_rules'
    | 'created_at'
    | 'discovered_at'
    | 'open'
    | 'status'
  >;

const scored: readonly (keyof ScoredPost)[] = [
  'matched_rules',
  'components',
  'evidence',
  'role',
  'solved',
  'fit_none',
  'reason',
  'scored_by',
  'static_points',
  'recency_points',
  'cap',
  'learned_points',
  'merit',
  'decided',
];

/** Inserts new posts and updates scores. With `touched`, users already decided about the posts, and their decisions stay. */
export const upsertScored = (trx: Trx, rows: readonly ScoredPost[], { touched }: { touched: boolean }): Promise<void> =>
  insertRows(trx, 'posts', {
    rows,
    onConflict: `(campaign_id, item_id) ${takeNew(touched ? scored : [...scored, 'author_key', 'status', 'open'])}`,
  });

export const saveScores = (trx: Trx, rows: readonly (ScoreColumns & Pick<PostsRow, 'id' | 'status'>)[]): Promise<void> =>
  updateRows(trx, 'posts', rows);

/** Posts of these items, in all campaigns. */
export async function listPostsOfItems(trx: Trx, itemIds: readonly number[]): Promise<Pick<PostsRow, 'id' | 'campaign_id' | 'item_id'>[]> {
  const found: Pick<PostsRow, 'id' | 'campaign_id' | 'item_id'>[] = [];
  for (const ids of chunked(itemIds, 1))
    found.push(...(await trx('posts').whereIn('item_id', ids).select('id', 'campaign_id', 'item_id').limit(1_000_000)));
  return found;
}

export type NamedPost = Pick<PostsRow, 'id' | 'campaign_id' | 'item_id' | 'open' | 'touched' | 'discovered_at' | 'decided'> &
  Pick<ItemsRow, 'fullname' | 'scope'>;

/** Posts by Reddit's ids, of all campaigns and from every source: fetched and imported, an id may be in several items. */
export async function listPostsNamed(trx: Trx, fullnames: readonly string[]): Promise<NamedPost[]> {
  const found: NamedPost[] = [];
  for (const chunk of chunked(fullnames, 1))
    found.push(
      ...(await trx('posts')
        .join('items', 'items.id', 'posts.item_id')
        .whereIn('items.fullname', chunk)
        .select<NamedPost[]>([
          'posts.id',
          'posts.campaign_id',
          'posts.item_id',
          'posts.open',
          'posts.touched',
          'posts.discovered_at',
          'posts.decided',
          'items.fullname',
          'items.scope',
        ])
        .limit(1_000_000)),
    );
  return found;
}

/** Posts become those of other items: the same posts on Reddit from another source. */
export const movePosts = (trx: Trx, rows: readonly Pick<PostsRow, 'id' | 'item_id' | 'subreddit_key' | 'created_at'>[]): Promise<void> =>
  updateRows(trx, 'posts', rows);

/** Campaigns that have an open post of each of these items. */
export async function listOpenPosts(trx: Trx, fullnames: readonly string[]): Promise<{ campaign_id: number; fullname: string }[]> {
  const found: { campaign_id: number; fullname: string }[] = [];
  for (const chunk of chunked(fullnames, 1))
    found.push(
      ...(await trx('posts')
        .join('items', 'items.id', 'posts.item_id')
        .whereIn('items.fullname', chunk)
        .where('posts.open', 1)
        .select('posts.campaign_id', 'items.fullname')
        .limit(1_000_000)),
    );
  return found;
}

export const closePosts = (trx: Trx, ids: readonly number[]): Promise<void> =>
  updateRows(
    trx,
    'posts',
    ids.map((id) => ({ id, open: 0 })),
  );

export const setBlacklisted = (trx: Trx, rows: readonly Pick<PostsRow, 'id' | 'blacklisted' | 'open'>[]): Promise<void> =>
  updateRows(trx, 'posts', rows);

/** Item id → the users who have a post of it. */
export async function listReaders(trx: Trx, itemIds: readonly number[]): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>();
  for (const ids of chunked(itemIds, 1)) {
    const rows = await trx('posts').whereIn('item_id', ids).distinct().select('item_id', 'user_id').limit(1_000_000);
    for (const { item_id, user_id } of rows) found.set(item_id, [...(found.get(item_id) ?? []), user_id]);
  }
  return found;
}

export const listUsersOf = (db: Db, itemIds: readonly number[]): Promise<number[]> =>
  db('posts').whereIn('item_id', itemIds).distinct().limit(100_000).pluck<number[]>('user_id');

/** A campaign's post of an item, if any. */
async function findPostOf(trx: Trx, { campaign_id, item_id }: Pick<PostsRow, 'campaign_id' | 'item_id'>): Promise<number | null> {
  return (await trx('posts').where({ campaign_id, item_id }).first('id'))?.id ?? null;
}

/** Returns a post to the lists after it was archived or no longer matched. */
export async function reopenPost(trx: Trx, id: number, status: PostsRow['status']): Promise<void> {
  await trx('posts').where({ id, open: 0 }).update({ open: 1, touched: 1, status, closed_at: null });
}

/** Inserts a post, and returns its id; one that its user wanted isn't taken away when it is scored again. */
export async function insertOne(trx: Trx, row: ScoredPost, { isWanted }: { isWanted: boolean }): Promise<number> {
  await insertRows(trx, 'posts', { rows: [isWanted ? { ...row, touched: 1 } : row] });
  return (await findPostOf(trx, row)) ?? 0;
}

/** Leads with several posts, by id. Recency decays, so their strongest post can change with time alone. */
export const listLeadsToRefresh = (db: Db, after: number, limit: number): Promise<number[]> =>
  db('posts')
    .whereNotNull('lead_id')
    .where('lead_id', '>', after)
    .groupBy('lead_id')
    .havingRaw('count(*) > 1')
    .orderBy('lead_id')
    .limit(limit)
    .pluck<number[]>('lead_id');

export async function deleteOldUndos(trx: Trx, before: number): Promise<void> {
  await trx('undos').where('created_at', '<', before).delete();
}
