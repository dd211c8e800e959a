import type { OutboxState } from '#shared/outbox.ts';
import { dayMs } from '#shared/time.ts';
import type { CampaignsRow, ItemsRow, PostsRow } from '#core/inbox/tables.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { OutboxRow } from '../tables.ts';

/** Replies by state, and since when (UTC ms) the oldest of them waits that should have been sent; null if none does. */
interface OutboxFigures {
  state: OutboxState;
  replies: number;
  oldestAt: number | null;
}

export async function readOutboxFigures(db: Db, now: number): Promise<OutboxFigures[]> {
  const wanted = `coalesce(scheduled_at, created_at)`;
  const rows = await db('outbox')
    .groupBy('state')
    .select<{ state: OutboxState; replies: number; oldest: number | null }[]>(
      'state',
      db.raw('count(*) as replies'),
      db.raw(`min(case when held is null and ${wanted} <= ? then ${wanted} end) as oldest`, [now]),
    )
    .limit(20);
  return rows.map(({ state, replies, oldest }) => ({ state, replies, oldestAt: oldest }));
}

export interface ScheduledRow extends OutboxRow {
  scheduled_at: number;
  lead_id: PostsRow['lead_id'];
  title: ItemsRow['title'] | null;
  author: ItemsRow['author'];
  sender: string | null;
}

const maxRows = 500;

/** Scheduled replies with their conversation; `scheduled_at` is never null. */
const selectScheduled = (db: Db | Trx, userId: number) =>
  db('outbox')
    .leftJoin('posts', 'posts.id', 'outbox.post_id')
    .leftJoin('items', 'items.id', 'posts.item_id')
    .leftJoin('users', 'users.id', 'outbox.sent_by')
    .where('outbox.user_id', userId)
    .whereNotNull('outbox.scheduled_at')
    .select<ScheduledRow[]>(['outbox.*', 'posts.lead_id', 'items.title', 'items.author', 'users.username as sender']);

export const listScheduled = (db: Db, { userId, from, to }: { userId: number; from: number; to: number }): Promise<ScheduledRow[]> =>
  selectScheduled(db, userId)
    .where((rows) =>
      rows
        .where((within) => within.where('outbox.due_at', '>=', from).where('outbox.due_at', '<', to))
        .orWhere((missed) => missed.where('outbox.state', 'queued').whereIn('outbox.held', ['missed', 'left', 'approval', 'returned'])),
    )
    .orderBy(['outbox.due_at', 'outbox.id'])
    .limit(maxRows);

export interface WaitingRow extends OutboxRow, Pick<ScheduledRow, 'lead_id' | 'title' | 'author' | 'sender'> {
  item_permalink: ItemsRow['permalink'] | null;
}

/** Replies that wait for approval or were sent back, with their conversation. */
const selectWaiting = (db: Db | Trx, userId: number) =>
  db('outbox')
    .leftJoin('posts', 'posts.id', 'outbox.post_id')
    .leftJoin('items', 'items.id', 'posts.item_id')
    .leftJoin('users', 'users.id', 'outbox.sent_by')
    .where('outbox.user_id', userId)
    .where('outbox.state', 'queued')
    .whereIn('outbox.held', ['approval', 'returned'])
    .select<WaitingRow[]>([
      'outbox.*',
      'posts.lead_id',
      'items.title',
      'items.author',
      'items.permalink as item_permalink',
      'users.username as sender',
    ]);

export const listWaiting = (db: Db, userId: number): Promise<WaitingRow[]> => selectWaiting(db, userId).orderBy('outbox.id').limit(maxRows);

export async function findWaiting(db: Db, userId: number, id: number): Promise<WaitingRow | undefined> {
  const [row] = await selectWaiting(db, userId).where('outbox.id', id).limit(1);
  return row;
}

export async function findScheduled(db: Db | Trx, userId: number, id: number): Promise<ScheduledRow | undefined> {
  const [row] = await selectScheduled(db, userId).where('outbox.id', id).limit(1);
  return row;
}

const waiting = (db: Db | Trx, userId: number) => db('outbox').where({ user_id: userId, state: 'queued' }).whereNotNull('scheduled_at');

export async function countWaiting(db: Db, userId: number): Promise<{ count: number; paused: number; nextAt: number | null }> {
  const row = await waiting(db, userId)
    .select<{ count: number; paused: number; nextAt: number | null }[]>(
      db.raw(
        `count(*) as count, count(*) filter (where held = 'paused') as paused, min(case when held is null then due_at end) as "nextAt"`,
      ),
    )
    .first();
  return { count: row?.count ?? 0, paused: row?.paused ?? 0, nextAt: row?.nextAt ?? null };
}

/** Pauses or resumes all scheduled replies, or those of one sender. Missed ones stay missed until the user decides. Returns how many changed. */
export const holdAll = (trx: Trx, userId: number, { paused, sender }: { paused: boolean; sender: number | null }): Promise<number> =>
  waiting(trx, userId)
    .modify((rows) => void (sender === null || rows.whereRaw('coalesce(sent_by, user_id) = ?', [sender])))
    .modify((rows) => void (paused ? rows.whereNull('held') : rows.where({ held: 'paused' })))
    .update({ held: paused ? 'paused' : null });

/** Deletes a scheduled reply that is queued or failed; false in any other state. */
export async function removeUnsent(trx: Trx, { id, user_id }: Pick<OutboxRow, 'id' | 'user_id'>): Promise<boolean> {
  const removed = await trx('outbox').where({ id, user_id }).whereIn('state', ['queued', 'failed']).whereNotNull('scheduled_at').delete();
  return removed === 1;
}

/** Number of this account's other replies scheduled for the 24 hours before `at`. */
export async function countScheduled(
  trx: Trx,
  { account, subreddit, at, but }: { account: string; subreddit?: string; at: number; but: number | null },
): Promise<number> {
  const row = await trx('outbox')
    .where({ account, state: 'queued', ...(subreddit === undefined ? {} : { subreddit }) })
    .whereNotNull('scheduled_at')
    .where('due_at', '>', at - dayMs)
    .where('due_at', '<=', at)
    .modify((rows) => void (but === null || rows.whereNot({ id: but })))
    .count<{ n: number }>({ n: '*' })
    .first();
  return row?.n ?? 0;
}

/** Next run of each of the user's active campaigns, if before the end of the range. */
export const listNextRuns = (
  db: Db,
  { userId, to }: { userId: number; to: number },
): Promise<{ id: number; name: string; schedule: CampaignsRow['schedule']; next_run_at: number }[]> =>
  db('campaigns')
    .where({ user_id: userId, status: 'active', sample: 0 })
    .where('next_run_at', '<', to)
    .orderBy('next_run_at')
    .select<{ id: number; name: string; schedule: CampaignsRow['schedule']; next_run_at: number }[]>(
      'id',
      'name',
      'schedule',
      'next_run_at',
    )
    .limit(100);
