import type { PostListQuery } from '#shared/posts.ts';
import { ownedBy } from '#core/platform/actor.ts';
import type { Db, Subquery } from '#core/platform/db/connect.ts';
import { dialectOf } from '#core/platform/db/dialect.ts';
import { confidenceSql } from '#core/scoring/confidence.ts';
import { mapInSlices } from '#core/platform/slices.ts';
import { countRows } from '#core/platform/db/many-rows.ts';
import type { Cursor } from '#core/platform/paging/cursor.ts';
import type { ShownPost } from './rows.ts';
import { selectShownPosts } from './scored-queries.ts';
import { maxRecency } from '../campaigns/cursor-queries.ts';
import { isSearch, itemsMatching, likePattern, searchTerms } from '#core/platform/db/text-search.ts';

export interface ListRequest {
  owner: string | null;
  query: PostListQuery;
  cursor: Cursor | null;
  /** Confidence is computed for this time (UTC ms): that of the first page. */
  now: number;
}
type Filtered = ReturnType<typeof filtered>;

/** A search reads every match to sort them, so its first page counts them too. */
const countsMatches = ({ query, cursor }: ListRequest): boolean => isSearch(query) && cursor === null;

const ofText = (db: Db, q: string, owner: string | null) => {
  const terms = searchTerms(q);
  if (terms !== null) return itemsMatching(db, terms, owner);
  const pattern = likePattern(q.trim());
  const { like } = dialectOf(db);
  return db({ items: 'items' })
    .select('id')
    .whereRaw(`(${like('title')} or ${like('body')})`, [pattern, pattern]);
};

const openOf = (status: PostListQuery['status']): number | null =>
  status === 'all' ? null : status === 'dismissed' || status === 'archived' || status === 'away' ? 0 : 1;

const changedSince =
  (at: number) =>
  (posts: Subquery): void =>
    void posts
      .where('posts.discovered_at', '>=', at)
      .orWhere('posts.feedback_at', '>=', at)
      .orWhere('posts.closed_at', '>=', at)
      .orWhere('posts.kept_at', '>=', at);

function filtered(db: Db, { owner, query }: ListRequest) {
  const open = openOf(query.status);
  return db('posts').modify((posts) => {
    void posts.where(ownedBy(owner, 'posts.user_id'));
    if (query.campaignId !== undefined) void posts.where('posts.campaign_id', Number(query.campaignId));
    if (open === null) void posts.where((either) => either.where('posts.open', 1).orWhereIn('posts.status', ['dismissed', 'archived']));
    else void posts.where('posts.open', open);
    if (query.status === 'away') void posts.whereIn('posts.status', ['dismissed', 'archived']);
    else if (query.status !== undefined && query.status !== 'all') void posts.where('posts.status', query.status);
    if (query.subreddit !== undefined) void posts.where('posts.subreddit_key', query.subreddit.replace(/^\/?r\//i, '').toLowerCase());
    if (query.kind !== undefined) void posts.where('posts.kind', query.kind);
    if (query.since !== undefined) void posts.where('posts.created_at', '>=', Date.parse(query.since));
    if (query.updatedSince !== undefined) void posts.where(changedSince(Date.parse(query.updatedSince)));
    if (query.seen === true) void posts.whereNotNull('posts.seen_at');
    if (query.seen === false) void posts.whereNull('posts.seen_at');
    if (query.rule !== undefined) void posts.whereRaw(dialectOf(db).holds('posts.matched_rules'), [query.rule]);
    if (query.q !== undefined && isSearch(query)) void posts.whereIn('posts.item_id', ofText(db, query.q, owner));
  });
}

/**
 * A score is at least `static_points` and at most the campaign's largest recency points above it. Once enough rows are certain to
 * come after the cursor, no row far below the last of them can be on the page, so only a narrow band of the index is read.
 */
const bandFloor = ({ db, base }: { db: Db; base: Filtered }, request: ListRequest, limit: number) =>
  base
    .clone()
    .modify((posts) => {
      if (request.cursor) void posts.whereRaw('posts.static_points < ? - (?)', [request.cursor.key, maxRecency(db, request)]);
    })
    .orderBy('posts.static_points', 'desc')
    .offset(limit - 1)
    .limit(1)
    .select(db.raw('posts.static_points - (?)', [maxRecency(db, request)]));

function byConfidence(db: Db, request: ListRequest, limit: number) {
  const base = filtered(db, request);
  const { cursor, now, query } = request;
  const { sql, bindings } = confidenceSql(dialectOf(db), ['posts', 'created_at'], now);
  if (query.minScore !== undefined) {
    // 0.5 because confidence is shown rounded.
    void base
      .whereRaw('posts.static_points >= ? - (?)', [query.minScore - 0.5, maxRecency(db, request)])
      .whereRaw(`${sql} >= ?`, [...bindings, query.minScore - 0.5]);
  }
  const floor = isSearch(query) || query.status === 'all' ? null : bandFloor({ db, base }, request, limit);
  return base
    .modify((posts) => {
      // With fewer rows than a page there is no floor.
      if (floor !== null) void posts.whereRaw('posts.static_points >= coalesce((?), -1e9)', [floor]);
      if (!cursor) return;
      void posts.where('posts.static_points', '<=', cursor.key);
      void posts.whereRaw(`(${sql} < ? or (${sql} = ? and posts.id < ?))`, [...bindings, cursor.key, ...bindings, cursor.key, cursor.id]);
    })
    .select('posts.id', db.raw(`${sql} as key`, bindings))
    .orderBy([
      { column: 'key', order: 'desc' },
      { column: 'posts.id', order: 'desc' },
    ])
    .limit(limit);
}

function byTime(db: Db, request: ListRequest, limit: number) {
  const { cursor, now, query } = request;
  const column = query.sort === '-createdAt' ? 'posts.created_at' : 'posts.discovered_at';
  const { sql, bindings } = confidenceSql(dialectOf(db), ['posts', 'created_at'], now);
  return filtered(db, request)
    .modify((posts) => {
      if (query.minScore !== undefined) void posts.whereRaw(`${sql} >= ?`, [...bindings, query.minScore - 0.5]);
      if (cursor)
        void posts.where(column, '<=', cursor.key).where((past) => past.where(column, '<', cursor.key).orWhere('posts.id', '<', cursor.id));
    })
    .select('posts.id', `${column} as key`)
    .orderBy([
      { column, order: 'desc' },
      { column: 'posts.id', order: 'desc' },
    ])
    .limit(limit);
}

/** How many posts match, counting no further than `limit`. */
export function countShown(db: Db, request: ListRequest, limit: number): Promise<number> {
  const { now, query } = request;
  const { sql, bindings } = confidenceSql(dialectOf(db), ['posts', 'created_at'], now);
  const matching = filtered(db, request).modify((posts) => {
    if (query.minScore !== undefined) void posts.whereRaw(`${sql} >= ?`, [...bindings, query.minScore - 0.5]);
  });
  return countRows(db, matching.select('posts.id'), limit);
}

export interface Listed {
  id: number;
  key: number;
  post: ShownPost;
  /** Number of all matches, on the first page of a search. */
  matches?: number;
}

/** Finds one page by an index and reads it in the same statement, because statements queue for a single connection. */
export async function listShown(db: Db, request: ListRequest, limit: number): Promise<Listed[]> {
  const page = request.query.sort === '-confidence' ? byConfidence(db, request, limit) : byTime(db, request, limit);
  const counts = countsMatches(request);
  if (counts) void page.select(db.raw('count(*) over () as matches'));
  const rows = await selectShownPosts(db)
    .with('page', page)
    .join('page', 'page.id', 'posts.id')
    .select<(Omit<Listed, 'post'> & { json: string })[]>('page.id', 'page.key', ...(counts ? ['page.matches'] : []))
    .orderBy([
      { column: 'page.key', order: 'desc' },
      { column: 'page.id', order: 'desc' },
    ])
    .limit(limit);
  return mapInSlices(rows, ({ json, ...row }) => ({ ...row, post: JSON.parse(json) as ShownPost }));
}
