import type { PostDetail } from '#shared/posts.ts';
import { ownedBy } from '#core/platform/actor.ts';
import { chunked, type Trx, type Db } from '#core/platform/db/connect.ts';
import { updateRows } from '#core/platform/db/many-rows.ts';
import { writtenAt } from '#core/platform/item.ts';
import type { SelectReplied } from '../learning/queries.ts';
import type { PostRow, PostState } from './rows.ts';
import { selectPosts } from './scored-queries.ts';

/** The same posts in other campaigns, where both are of a lead: a lead's post is archived, dismissed, or seen in all of them. */
export async function listTwins(trx: Trx, posts: readonly PostRow[]): Promise<PostRow[]> {
  const given = new Set(posts.map(({ id }) => id));
  const pairs = posts.flatMap(({ user_id, item_id, lead_id }) => (lead_id === null ? [] : [[user_id, item_id]]));
  const found = new Map<number, PostRow>();
  for (const chunk of chunked(pairs, 2)) {
    const rows = await selectPosts(trx)
      .whereIn(['posts.user_id', 'posts.item_id'], chunk)
      .whereNotNull('posts.lead_id')
      .orderBy('posts.id')
      .limit(1_000_000);
    for (const row of rows) if (!given.has(row.id)) found.set(row.id, row);
  }
  return [...found.values()];
}

interface Comments {
  /** Null if unknown. */
  numComments: number | null;
  isReplied: boolean;
}

/** The comments below a post with its user's own reply, which may be newer than the count that Reddit gave. */
export type ReadComments = (row: PostRow) => Promise<Comments>;

export function createCommentReader(db: Db, selectReplied: SelectReplied): ReadComments {
  return async ({ user_id, item_id, num_comments, checked_at }) => {
    const replied = selectReplied(db, db('users').where({ id: user_id }).select('id'));
    const reply = await db
      .from(replied.as('replied'))
      .join('posts', 'posts.id', 'replied.post_id')
      .where({ 'posts.user_id': user_id, 'posts.item_id': item_id })
      .min<{ sent_at: number | null }>({ sent_at: 'replied.sent_at' })
      .first();
    const sentAt = reply?.sent_at ?? null;
    if (sentAt === null) return { numComments: num_comments, isReplied: false };
    if (num_comments === null) return { numComments: null, isReplied: true };
    return { numComments: sentAt > checked_at ? num_comments + 1 : Math.max(1, num_comments), isReplied: true };
  };
}

export function findPost(db: Db, owner: string | null, id: string): Promise<PostRow | undefined> {
  return selectPosts(db).where(ownedBy(owner, 'posts.user_id')).where('posts.id', Number(id)).first();
}

/** In the order of the ids, without other people's posts. */
export async function listPosts(db: Db, owner: string | null, ids: readonly number[]): Promise<PostRow[]> {
  const rows: PostRow[] = [];
  for (const chunk of chunked(ids, 1))
    rows.push(...(await selectPosts(db).where(ownedBy(owner, 'posts.user_id')).whereIn('posts.id', chunk).limit(chunk.length)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function isOwnCampaign(db: Db, owner: string | null, id: string): Promise<boolean> {
  const row = await db('campaigns')
    .where({ id: Number(id), ...ownedBy(owner) })
    .first('id');
  return row !== undefined;
}

export const writeStates = (trx: Trx, states: readonly PostState[]): Promise<void> =>
  updateRows(
    trx,
    'posts',
    states.map(({ id, status, open, touched, seen_at, feedback, feedback_reason, feedback_at, kept_at, before_feedback, closed_at }) => ({
      id,
      status,
      open,
      touched,
      seen_at,
      feedback,
      feedback_reason,
      feedback_at,
      kept_at: kept_at ?? null,
      before_feedback: before_feedback ?? null,
      closed_at,
    })),
  );

const threadLimit = 60;

/** The fetched comments and posts around a post, oldest first; `depth` 0 is the thread's post. */
export async function listThread(db: Db, post: PostRow): Promise<PostDetail['thread']> {
  const thread = post.link_fullname ?? post.fullname;
  // Each by its index, and the scope as an expression: SQLite would otherwise read all items of the scope.
  const around = db('items')
    .where({ link_fullname: thread })
    .select('id')
    .union(db('items').where({ scope: post.scope, fullname: thread }).select('id'));
  const rows = await db('items')
    .whereIn('id', around)
    .whereRaw("coalesce(scope, '') = ?", [post.scope])
    .whereNull('gone')
    .whereNot({ fullname: post.fullname })
    .select('fullname', 'author', 'body', 'created_at', 'points', 'parent_fullname', 'kind', 'title')
    .orderBy(['created_at', 'id'])
    .limit(threadLimit);
  const parents = new Map(rows.map((row) => [row.fullname, row.parent_fullname]));
  const depthOf = (row: (typeof rows)[number]): number => {
    let depth = row.kind === 'post' ? 0 : 1;
    for (
      let parent = parents.get(row.parent_fullname ?? '');
      parent !== undefined && parent !== null && depth < threadLimit;
      parent = parents.get(parent)
    )
      depth += 1;
    return depth;
  };
  return rows.map((row) => ({
    fullname: row.fullname,
    author: row.author,
    body: row.body === '' ? row.title : row.body,
    createdAt: writtenAt(row.created_at),
    score: row.points,
    depth: depthOf(row),
  }));
}

export interface Undo {
  /** Number of posts that the user chose; absent in older ones. */
  changed?: number;
  states: PostState[];
  createdLeads: number[];
  /** Ids of the timeline rows the action wrote: after the first, up to and including the second. */
  events: [number, number];
  isUndone?: boolean;
}

/** Takes the token for this change. False if it is taken: the change was made before. Waits for one that is being made. */
export async function claimUndo(trx: Trx, row: { token: string; userId: number; now: number }): Promise<boolean> {
  const entry = { token: row.token, user_id: row.userId, created_at: row.now };
  const inserted = await trx('undos').insert(entry).onConflict('token').ignore().returning('token');
  return inserted.length > 0;
}

export async function saveUndo(trx: Trx, token: string, undo: Undo): Promise<void> {
  await trx('undos')
    .where({ token })
    .update({ payload: JSON.stringify(undo) });
}

export async function findUndo(trx: Trx, owner: string | null, token: string): Promise<Undo | null> {
  const row = await trx('undos')
    .where({ token, ...ownedBy(owner) })
    .first('payload');
  return row ? (JSON.parse(row.payload) as Undo) : null;
}

export async function newestEventId(trx: Trx): Promise<number> {
  const row = await trx('lead_events').max<{ id: number | null }>({ id: 'id' }).first();
  return row?.id ?? 0;
}

export async function listLeadIdsOf(trx: Trx, postIds: readonly number[]): Promise<number[]> {
  const ids = await trx('posts').whereIn('id', postIds).whereNotNull('lead_id').distinct().limit(postIds.length).pluck<number[]>('lead_id');
  return ids;
}

/** Removes the leads and timeline rows that an action created; the caller refreshes the remaining leads. */
export async function removeTraces(trx: Trx, { createdLeads, events: [after, upTo] }: Undo, leadIds: readonly number[]): Promise<void> {
  await trx('lead_events').whereIn('lead_id', leadIds).where('id', '>', after).where('id', '<=', upTo).delete();
  await unusedLeads(trx).whereIn('id', createdLeads).delete();
}

/** Leads that their users did nothing with. */
const unusedLeads = (trx: Trx) => trx('leads').where({ stage: 'new', notes: '', tags: '[]' }).whereNull('value');

/** Removes a lead that feedback made, unless its user did something with it or another post makes it one. */
export async function removeUnusedLead(trx: Trx, id: number): Promise<void> {
  await unusedLeads(trx)
    .where({ id, active: 0 })
    .whereNotIn('id', trx('follow_ups').where({ lead_id: id }).select('lead_id'))
    .delete();
}

/** The campaign's weights as JSON. */
export async function readWeights(db: Db, campaignId: number): Promise<string> {
  const row = await db('campaigns').where({ id: campaignId }).first('weights');
  return row?.weights ?? '{}';
}
