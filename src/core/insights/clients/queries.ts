import type { ItemsRow, LeadsRow, PostsRow } from '#core/inbox/tables.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { countRows } from '#core/platform/db/many-rows.ts';
import type { Below } from '#core/platform/paging/cursor.ts';
import type { OutboxRow } from '#core/replies/tables.ts';

type Shown = Pick<LeadsRow, 'id' | 'reddit_username' | 'stage' | 'first_seen_at' | 'static_points' | 'recency_points' | 'cap' | 'basis_at'>;

/** What a client sees of a lead's posts: neither what is gone, nor what was dismissed. */
const shownPosts = (db: Db) =>
  db('posts')
    .join('items', 'items.id', 'posts.item_id')
    .where('posts.open', 1)
    .whereNot('posts.status', 'dismissed')
    .whereNull('items.gone');

const selectShown = (db: Db, workspaceId: number) =>
  db('leads')
    .where('leads.user_id', workspaceId)
    .where('leads.shown_to_clients', 1)
    .whereExists(shownPosts(db).whereRaw('posts.lead_id = leads.id').select('posts.id'));

const columns = ['id', 'reddit_username', 'stage', 'first_seen_at', 'static_points', 'recency_points', 'cap', 'basis_at'] as const;

/** The last found first. */
export const listShown = (db: Db, workspaceId: number, { beforeId, limit }: Below): Promise<Shown[]> =>
  selectShown(db, workspaceId)
    .modify((leads) => {
      if (beforeId !== null) void leads.where('leads.id', '<', beforeId);
    })
    .orderBy('leads.id', 'desc')
    .select<Shown[]>(columns.map((column) => `leads.${column}`))
    .limit(limit);

export const countShown = (db: Db, workspaceId: number, limit: number): Promise<number> =>
  countRows(db, selectShown(db, workspaceId).select('leads.id'), limit);

export const findShown = (db: Db, workspaceId: number, id: string): Promise<Shown | undefined> =>
  selectShown(db, workspaceId)
    .where('leads.id', Number(id))
    .first<Shown | undefined>(columns.map((column) => `leads.${column}`));

type ShownPost = Pick<PostsRow, 'id' | 'kind' | 'reason' | 'evidence' | 'static_points' | 'recency_points' | 'cap' | 'created_at'> &
  Pick<ItemsRow, 'fullname' | 'title' | 'body' | 'subreddit' | 'permalink'> & { lead_id: number };
const maxPosts = 2000;

/** Of these leads alone: a person's others may be nobody's business. The best first. */
export const listShownPosts = (db: Db, leadIds: readonly number[]): Promise<ShownPost[]> =>
  shownPosts(db)
    .whereIn('posts.lead_id', leadIds)
    .orderBy([
      { column: 'posts.static_points', order: 'desc' },
      { column: 'posts.id', order: 'desc' },
    ])
    .select<ShownPost[]>('posts.id', 'posts.lead_id', 'posts.kind', 'posts.reason', 'posts.evidence')
    .select('posts.static_points', 'posts.recency_points', 'posts.cap', 'posts.created_at')
    .select('items.fullname', 'items.title', 'items.body', 'items.subreddit', 'items.permalink')
    .limit(maxPosts);

type PostedReply = Pick<OutboxRow, 'id' | 'post_id' | 'text' | 'subreddit' | 'permalink' | 'sent_at'>;

/** What the workspace posted below these posts, the oldest first. */
export const listPosted = (db: Db, workspaceId: number, postIds: readonly number[]): Promise<PostedReply[]> =>
  db('outbox')
    .where({ user_id: workspaceId, state: 'sent' })
    .whereIn('post_id', postIds)
    .orderBy('sent_at')
    .select('id', 'post_id', 'text', 'subreddit', 'permalink', 'sent_at')
    .limit(maxPosts);
