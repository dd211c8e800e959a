import { randomUUID } from 'node:crypto';
import { maxCounted, type Page } from '#shared/common.ts';
import type { bulkActions, DismissReason, Post, PostDetail, PostListQuery } from '#shared/posts.ts';
import type { Weights } from '#shared/scoring.ts';
import { type Actor, doerOf, ownerOf } from '#core/platform/actor.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { totalOf } from '#core/platform/db/many-rows.ts';
import { AppError } from '#core/platform/errors.ts';
import { readCursor, writeCursor } from '#core/platform/paging/cursor.ts';
import { mapInSlices } from '#core/platform/slices.ts';
import { pointsOf } from '#core/scoring/points.ts';
import { refreshLeads } from '../leads/merge.ts';
import { markLearning } from '../learning/queries.ts';
import { shownTime } from '../shown-time.ts';
import { afterAction, isOfAllCampaigns, beforeFeedback, canBe, rated, setSeen, setStatus, unrated } from './actions.ts';
import { missingPost, type PostDeps, postFacts, writeChange, changePost, listJustBelow } from './changing.ts';
import { countShown, listShown, type ListRequest } from './listing-queries.ts';
import {
  claimUndo,
  findUndo,
  listLeadIdsOf,
  listPosts,
  newestEventId,
  removeTraces,
  saveUndo,
  type Undo,
  writeStates,
  findPost,
  isOwnCampaign,
  listThread,
  readWeights,
  removeUnusedLead,
  listTwins,
} from './queries.ts';
import { type PostRow, type PostState, postOf } from './rows.ts';

interface Bulk {
  ids: string[];
  action: (typeof bulkActions)[number];
  reason?: DismissReason | undefined;
  /** A change that is sent twice, because its response was lost, has the same key. */
  key?: string | undefined;
}

const stateOf = ({ id, status, open, touched, seen_at, ...post }: PostRow): PostState => {
  const { feedback, feedback_reason, feedback_at, kept_at, before_feedback, closed_at } = post;
  return { id, status, open, touched, seen_at, feedback, feedback_reason, feedback_at, kept_at, before_feedback, closed_at };
};

interface UndoRequest {
  undoToken?: string | undefined;
  /** Of the action, instead of its token. */
  key?: string | undefined;
}

/** Without the same posts in other campaigns. */
const changedBy = (undo: Undo | null): number => undo?.changed ?? undo?.states.length ?? 0;

const tokenOf = (owner: string | null, key: string): string => `${owner ?? 'all'}.${key}`;

/** An undo may arrive before its action: the action then changes nothing. */
async function claimEarly(trx: Trx, claim: { token: string; owner: string; now: number }): Promise<boolean> {
  const { token, owner, now } = claim;
  if (!(await claimUndo(trx, { token, userId: Number(owner), now }))) return false;
  await saveUndo(trx, token, { changed: 0, states: [], createdLeads: [], events: [0, 0], isUndone: true });
  return true;
}

/** The posts before and after an action, with the same posts in other campaigns. */
async function applyTo(
  trx: Trx,
  asked: readonly PostRow[],
  { action, reason, now }: Pick<Bulk, 'action' | 'reason'> & { now: number },
): Promise<{ before: PostRow[]; own: PostState[]; after: PostState[] }> {
  const twins = isOfAllCampaigns(action) ? await listTwins(trx, asked) : [];
  const own = asked.flatMap((post) => afterAction(post, { action, reason }, now) ?? []);
  const others = twins.flatMap((post) => afterAction(post, { action }, now) ?? []);
  return { before: [...asked, ...twins], own, after: [...own, ...others] };
}

/** Applies an action to many posts, and undoes it. */
function createBulk({ db, bus, now, newToken }: PostDeps & { newToken: () => string }) {
  return {
    /** Skips ids that aren't the actor's; throws `not_found` when none is. */
    async bulk(actor: Actor, { ids, action, reason, key }: Bulk): Promise<{ undoToken: string; changed: number }> {
      const owner = ownerOf(actor);
      const token = key === undefined ? newToken() : tokenOf(owner, key);
      const done = await transact(db, async (trx) => {
        const asked = await listPosts(trx, owner, [...new Set(ids)].map(Number));
        const [first] = asked;
        if (!first) throw missingPost();
        const userId = String(first.user_id);
        if (!(await claimUndo(trx, { token, userId: first.user_id, now: now() })))
          return { userId, changed: changedBy(await findUndo(trx, owner, token)) };
        const { before, own, after } = await applyTo(trx, asked, { action, reason, now: now() });
        const eventsBefore = await newestEventId(trx);
        const created = await writeChange(trx, { before, after, by: doerOf(actor), now: now() });
        const changed = new Set(after.map(({ id }) => id));
        const undo: Undo = {
          changed: own.length,
          states: before.filter(({ id }) => changed.has(id)).map(stateOf),
          createdLeads: created.map(({ id }) => id),
          events: [eventsBefore, await newestEventId(trx)],
        };
        await saveUndo(trx, token, undo);
        return { userId, changed: own.length };
      });
      bus.emit('posts:decided', {});
      bus.announce(done.userId, postFacts);
      return { undoToken: token, changed: done.changed };
    },

    /** Restores the exact state from before the bulk action. A second request changes nothing: the first response may be lost. */
    async undo(actor: Actor, { undoToken, key }: UndoRequest): Promise<{ changed: number }> {
      const owner = ownerOf(actor);
      const token = undoToken ?? tokenOf(owner, key ?? '');
      const changed = await transact(db, async (trx) => {
        if (key !== undefined && owner !== null && (await claimEarly(trx, { token, owner, now: now() }))) return 0;
        const undo = await findUndo(trx, owner, token);
        if (!undo) throw new AppError('not_found', 'This can no longer be undone');
        if (undo.isUndone) return changedBy(undo);
        await saveUndo(trx, token, { ...undo, isUndone: true });
        const ids = undo.states.map(({ id }) => id);
        const posts = await listPosts(trx, owner, ids);
        const alive = new Set(posts.map(({ id }) => id));
        const states = undo.states.filter(({ id }) => alive.has(id));
        await writeStates(trx, states);
        const leadIds = await listLeadIdsOf(trx, [...alive]);
        await removeTraces(trx, undo, leadIds);
        await refreshLeads(trx, leadIds, now());
        await markLearning(
          trx,
          posts.map((post) => post.campaign_id),
        );
        return Math.min(states.length, changedBy(undo));
      });
      bus.emit('posts:decided', {});
      bus.announce(owner, postFacts);
      return { changed };
    },
  };
}

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

async function getDetail({ readDb, now, readComments }: PostDeps, actor: Actor, id: string): Promise<PostDetail> {
  const row = await findPost(readDb, ownerOf(actor), id);
  if (!row) throw missingPost();
  const post = postOf(row, now());
  const comments = await readComments(row);
  const explained = { components: post.components, evidence: post.evidence, createdAt: row.created_at, ...comments };
  const weights = JSON.parse(await readWeights(readDb, row.campaign_id)) as Weights;
  return { ...post, numComments: comments.numComments, thread: await listThread(readDb, row), points: pointsOf(explained, weights, now()) };
}

/** A user's discovered posts and comments, and their decisions about them. `newToken` must return unguessable undo tokens. */
export function createPosts({ newToken = randomUUID, ...deps }: PostDeps & { newToken?: () => string }) {
  const { now } = deps;
  return {
    list: async (actor: Actor, query: PostListQuery): Promise<Page<Post>> => listPage(deps, actor, query),
    get: (actor: Actor, id: string): Promise<PostDetail> => getDetail(deps, actor, id),
    justBelow: (actor: Actor, campaignId: string, limit: number) => listJustBelow(deps, actor, { campaignId, limit }),

    update: (actor: Actor, id: string, { status, seen }: Update): Promise<Post> =>
      changePost(deps, { actor, id }, async (trx, post) => {
        if (status !== undefined && status !== post.status && !canBe(post, status)) throw noAuthor();
        const next = (one: PostRow): PostRow => {
          const shown = seen === undefined ? one : setSeen(one, seen, now());
          return status === undefined ? shown : setStatus(shown, status, now());
        };
        const before = [post, ...(status === 'lead' || status === 'new' ? [] : await listTwins(trx, [post]))];
        return writeChange(trx, { before, after: before.map(next), by: doerOf(actor), now: now() });
      }),

    feedback: (actor: Actor, id: string, { verdict, reason }: FeedbackInput): Promise<Post> =>
      changePost(deps, { actor, id }, (trx, post) => {
        const next = rated(post, { verdict, reason: reason ?? null }, now());
        return writeChange(trx, { before: [post], after: [next], by: doerOf(actor), now: now(), needsLead: false });
      }),

    /** The post is what it was before, unless its user decided something else about it since. */
    undoFeedback: (actor: Actor, id: string): Promise<Post> =>
      changePost(deps, { actor, id }, async (trx, post) => {
        await writeChange(trx, { before: [post], after: [unrated(post)], by: doerOf(actor), now: now(), needsLead: false });
        if (post.lead_id !== null && beforeFeedback(post)?.lead_id === null) await removeUnusedLead(trx, post.lead_id);
      }),

    ...createBulk({ ...deps, newToken }),
  };
}
export type Posts = ReturnType<typeof createPosts>;
