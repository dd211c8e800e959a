import { randomUUID } from 'node:crypto';
import { maxCounted, type Page } from '#shared/common.ts';
import type { DismissReason, Post, PostDetail, PostListQuery } from '#shared/posts.ts';
import type { Weights } from '#shared/scoring.ts';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import { totalOf } from '#core/platform/db/count-rows.ts';
import { mapInSlices } from '#core/platform/slices.ts';
import { AppError } from '#core/platform/errors.ts';
import { pointsOf } from '#core/scoring/points.ts';
import { canBe, rated, setSeen, setStatus } from './actions.ts';
import { createBulk } from './bulk.ts';
import { changePost, missingPost, type PostDeps } from './changing.ts';
import { shownTime } from '../shown-time.ts';
import { readCursor, writeCursor } from '#core/platform/paging/cursor.ts';
import { countShown, listShown, type ListRequest } from './listing-queries.ts';
import { findPost, isOwnCampaign, listThread, readWeights } from './queries.ts';
import { postOf } from './rows.ts';

interface FeedbackInput {
  verdict: 'right' | 'wrong';
  reason?: DismissReason | undefined;
}
interface Update {
  status?: Post['status'] | undefined;
  seen?: boolean | undefined;
}

const noAuthor = () => new AppError('conflict', "The author is unknown, so this can't become a lead");

/** Counted again only after a commit, unless it depends on the time. */
function countMatching({ readDb, readCache }: PostDeps, request: ListRequest, limit: number): Promise<number> {
  const { limit: _limit, cursor: _cursor, sort: _sort, ...filter } = request.query;
  const count = () => countShown(readDb, request, limit);
  if (filter.minScore !== undefined) return count();
  return readCache.row(`posts:${JSON.stringify([request.owner, filter])}`, count);
}

async function readPage(deps: PostDeps, request: ListRequest): Promise<Page<Post>> {
  const { readDb } = deps;
  const { owner, query, cursor, now: at } = request;
  if (query.campaignId !== undefined && !(await isOwnCampaign(readDb, owner, query.campaignId)))
    throw new AppError('not_found', 'Campaign not found');
  const found = await listShown(readDb, request, query.limit + 1);
  const page = found.slice(0, query.limit);
  const last = page.at(-1);
  const hasMore = found.length > query.limit;
  const first = { shown: page.length, hasMore, isFirst: cursor === null, counted: last?.matches };
  return {
    items: await mapInSlices(page, ({ post }) => postOf(post, at)),
    nextCursor: last && hasMore ? writeCursor({ sort: query.sort, now: at, key: last.key, id: last.id }) : null,
    total: await totalOf(first, maxCounted, (limit) => countMatching(deps, request, limit)),
  };
}

/** First pages are the ones that several tabs and programs ask for. */
function listPage(deps: PostDeps, actor: Actor, query: PostListQuery): Promise<Page<Post>> {
  const owner = ownerOf(actor);
  const cursor = readCursor(query.cursor, query.sort);
  const request = { owner, query, cursor, now: cursor?.now ?? shownTime(deps.now()) };
  const read = () => readPage(deps, request);
  return cursor === null ? deps.readCache.page(`posts:${JSON.stringify([owner, query, request.now])}`, read) : read();
}

async function getDetail({ readDb, now }: PostDeps, actor: Actor, id: string): Promise<PostDetail> {
  const row = await findPost(readDb, ownerOf(actor), id);
  if (!row) throw missingPost();
  const post = postOf(row, now());
  const explained = { components: post.components, evidence: post.evidence, createdAt: row.created_at, numComments: row.num_comments };
  const weights = JSON.parse(await readWeights(readDb, row.campaign_id)) as Weights;
  return { ...post, thread: await listThread(readDb, row), points: pointsOf(explained, weights, now()) };
}

/** A user's discovered posts and comments, and their decisions about them. `newToken` must return unguessable undo tokens. */
export function createPosts({ newToken = randomUUID, ...deps }: PostDeps & { newToken?: () => string }) {
  const { now } = deps;
  return {
    list: async (actor: Actor, query: PostListQuery): Promise<Page<Post>> => listPage(deps, actor, query),
    get: (actor: Actor, id: string): Promise<PostDetail> => getDetail(deps, actor, id),

    update: (actor: Actor, id: string, { status, seen }: Update): Promise<Post> =>
      changePost(deps, { actor, id }, (post) => {
        if (status !== undefined && status !== post.status && !canBe(post, status)) throw noAuthor();
        const shown = seen === undefined ? post : setSeen(post, seen, now());
        return status === undefined ? shown : setStatus(shown, status, now());
      }),

    feedback: (actor: Actor, id: string, { verdict, reason }: FeedbackInput): Promise<Post> =>
      changePost(deps, { actor, id }, (post) => rated(post, { verdict, reason: reason ?? null }, now())),

    undoFeedback: (actor: Actor, id: string): Promise<Post> => changePost(deps, { actor, id }, (post) => rated(post, null, now())),

    ...createBulk({ ...deps, newToken }),
  };
}
export type Posts = ReturnType<typeof createPosts>;
