import { randomUUID } from 'node:crypto';
import type { Page } from '#shared/common.ts';
import type { bulkActions, DismissReason, Post, PostDetail, PostListQuery } from '#shared/posts.ts';
import type { Weights } from '#shared/scoring.ts';
import { type Actor, ownerOf } from '../actor.ts';
import type { Bus } from '../bus.ts';
import type { Now } from '../clock.ts';
import { type Db, transact, type Trx } from '../db/connect.ts';
import { AppError } from '../errors.ts';
import { addEvents, type NewEvent } from '../leads/events.ts';
import { mergeLeads, refreshLeads } from '../leads/merge.ts';
import { afterAction, canBe, judged, setSeen, setStatus } from './actions.ts';
import { pointsOf } from '../scoring/points.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { listPostIds } from './listing.ts';
import {
  findPost,
  isOwnCampaign,
  listLeadIdsOf,
  listPosts,
  listThread,
  newestEventId,
  readRecencyMost,
  removeTraces,
  saveUndo,
  takeUndo,
  type Undo,
  writeStates,
} from './queries.ts';
import { postOf, type PostRow, type PostState } from './rows.ts';

interface Deps {
  db: Db;
  bus: Bus;
  now: Now;
  /** Unguessable; names an undo. */
  newToken?: () => string;
}
interface Judgement {
  verdict: 'right' | 'wrong';
  reason?: DismissReason | undefined;
}
interface Bulk {
  ids: string[];
  action: (typeof bulkActions)[number];
  reason?: DismissReason | undefined;
}

const missing = () => new AppError('not_found', 'There is no such post');
const noAuthor = () => new AppError('conflict', 'The author is not known, so there is nobody to make a lead of');
const stale = ['/posts', '/leads', '/campaigns', '/dashboard'];

const words: Record<Post['status'], string> = {
  new: 'Put back among the posts',
  lead: 'Marked as a lead',
  dismissed: 'Dismissed',
  archived: 'Archived',
};

function eventsOf(before: readonly PostRow[], after: readonly PostState[]): NewEvent[] {
  const changed = new Map(after.map((state) => [state.id, state]));
  return before.flatMap((post) => {
    const next = changed.get(post.id);
    if (!next || post.lead_id === null) return [];
    const event = { leadId: post.lead_id, postId: post.id };
    const status = next.status === post.status ? [] : [{ ...event, kind: 'status' as const, text: words[next.status] }];
    if (next.verdict === post.verdict && next.verdict_reason === post.verdict_reason) return status;
    return [
      ...status,
      { ...event, kind: 'feedback' as const, text: next.verdict === null ? 'Judgement taken back' : `Called ${next.verdict}` },
    ];
  });
}

/** All discovered conversations of a user, and what they decide about them. */
export function createPosts({ db, bus, now, newToken = randomUUID }: Deps) {
  async function getRow(actor: Actor, id: string): Promise<PostRow> {
    const row = await findPost(db, ownerOf(actor), id);
    if (!row) throw missing();
    return row;
  }

  async function write(trx: Trx, before: readonly PostRow[], after: readonly PostState[]) {
    const at = now();
    await writeStates(trx, after);
    await addEvents(trx, eventsOf(before, after), at);
    return mergeLeads(
      trx,
      after.map(({ id }) => id),
      at,
    );
  }

  async function change(actor: Actor, id: string, next: (post: PostRow) => PostState): Promise<Post> {
    const owner = ownerOf(actor);
    const row = await transact(db, async (trx) => {
      const post = await findPost(trx, owner, id);
      if (!post) throw missing();
      await write(trx, [post], [next(post)]);
      return findPost(trx, owner, id);
    });
    if (!row) throw missing();
    bus.stale(String(row.user_id), stale);
    return postOf(row, now());
  }

  return {
    async list(actor: Actor, query: PostListQuery): Promise<Page<Post>> {
      const owner = ownerOf(actor);
      if (query.campaignId !== undefined && !(await isOwnCampaign(db, owner, query.campaignId)))
        throw new AppError('not_found', 'There is no such campaign');
      const cursor = readCursor(query.cursor, query.sort);
      const at = cursor?.now ?? now();
      const recencyMost = query.sort === '-confidence' ? await readRecencyMost(db, owner, query.campaignId) : 0;
      const found = await listPostIds(db, { owner, query, cursor, now: at, recencyMost }, query.limit + 1);
      const page = found.slice(0, query.limit);
      const last = page.at(-1);
      const rows = await listPosts(
        db,
        owner,
        page.map(({ id }) => id),
      );
      return {
        items: rows.map((row) => postOf(row, at)),
        nextCursor: last && found.length > query.limit ? writeCursor({ sort: query.sort, now: at, key: last.key, id: last.id }) : null,
        total: null,
      };
    },

    async get(actor: Actor, id: string): Promise<PostDetail> {
      const row = await getRow(actor, id);
      const campaign = await db('campaigns').where({ id: row.campaign_id }).first<{ weights: string }>('weights');
      const post = postOf(row, now());
      const explained = { components: post.components, evidence: post.evidence, createdAt: row.created_at, numComments: row.num_comments };
      const points = pointsOf(explained, JSON.parse(campaign.weights) as Weights, now());
      return { ...post, thread: await listThread(db, row), points };
    },

    update: (
      actor: Actor,
      id: string,
      { status, seen }: { status?: Post['status'] | undefined; seen?: boolean | undefined },
    ): Promise<Post> =>
      change(actor, id, (post) => {
        if (status !== undefined && status !== post.status && !canBe(post, status)) throw noAuthor();
        const shown = seen === undefined ? post : setSeen(post, seen, now());
        return status === undefined ? shown : setStatus(shown, status);
      }),

    feedback: (actor: Actor, id: string, { verdict, reason }: Judgement): Promise<Post> =>
      change(actor, id, (post) => judged(post, { verdict, reason: reason ?? null }, now())),

    undoFeedback: (actor: Actor, id: string): Promise<Post> => change(actor, id, (post) => judged(post, null, now())),

    /** Ids that are not the actor's are passed over; when none is, `not_found`. */
    async bulk(actor: Actor, { ids, action, reason }: Bulk): Promise<{ undoToken: string; changed: number }> {
      const token = newToken();
      const done = await transact(db, async (trx) => {
        const before = await listPosts(trx, ownerOf(actor), [...new Set(ids)].map(Number));
        const [first] = before;
        if (!first) throw missing();
        const after = before.flatMap((post) => afterAction(post, { action, reason }, now()) ?? []);
        const eventsBefore = await newestEventId(trx);
        const created = await write(trx, before, after);
        const touched = new Set(after.map(({ id }) => id));
        const states = before.flatMap(({ id, status, open, touched: was, seen_at, verdict, verdict_reason, verdict_at }) =>
          touched.has(id) ? [{ id, status, open, touched: was, seen_at, verdict, verdict_reason, verdict_at }] : [],
        );
        const undo: Undo = { states, createdLeads: created.map(({ id }) => id), events: [eventsBefore, await newestEventId(trx)] };
        await saveUndo(trx, { token, userId: first.user_id, now: now(), undo });
        return { changed: after.length, userId: String(first.user_id) };
      });
      bus.stale(done.userId, stale);
      return { undoToken: token, changed: done.changed };
    },

    /** Puts back the exact state from before the bulk action; a token works once. */
    async undo(actor: Actor, { undoToken }: { undoToken: string }): Promise<{ changed: number }> {
      const owner = ownerOf(actor);
      const changed = await transact(db, async (trx) => {
        const undo = await takeUndo(trx, owner, undoToken);
        if (!undo) throw new AppError('not_found', 'This cannot be undone any more');
        const alive = new Set(
          (
            await listPosts(
              trx,
              owner,
              undo.states.map(({ id }) => id),
            )
          ).map(({ id }) => id),
        );
        const states = undo.states.filter(({ id }) => alive.has(id));
        await writeStates(trx, states);
        const leadIds = await listLeadIdsOf(trx, [...alive]);
        await removeTraces(trx, undo, leadIds);
        await refreshLeads(trx, leadIds, now());
        return states.length;
      });
      bus.stale(owner, stale);
      return { changed };
    },
  };
}
export type Posts = ReturnType<typeof createPosts>;
