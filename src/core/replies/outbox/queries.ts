import { findRole } from '#core/accounts/workspaces/queries.ts';
import type { Db, Subquery, Trx } from '#core/platform/db/connect.ts';
import { type Actor, ownedBy, userIdOf } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { can, memberOf } from '#core/platform/policy.ts';
import type { Below } from '#core/platform/paging/cursor.ts';
import type { OutboxRow } from '../tables.ts';

export type { OutboxRow } from '../tables.ts';
export type NewOutboxRow = Pick<
  OutboxRow,
  | 'user_id'
  | 'sent_by'
  | 'post_id'
  | 'account'
  | 'parent_fullname'
  | 'subreddit'
  | 'text'
  | 'text_hash'
  | 'state'
  | 'held'
  | 'approved_by'
  | 'due_at'
  | 'scheduled_at'
  | 'follow_up_at'
  | 'created_at'
>;

const outbox = (db: Db | Trx) => db('outbox');
const sentBy = (rows: ReturnType<typeof outbox>, userId: number) => rows.whereRaw('coalesce(sent_by, user_id) = ?', [userId]);

/** Subquery: the posts that these users replied to, with the time of their first reply (UTC ms). */
export const selectReplied = (db: Db, userIds: Subquery): Subquery =>
  db('outbox')
    .where({ state: 'sent' })
    .whereIn('user_id', userIds)
    .whereNotNull('post_id')
    .groupBy('post_id')
    .select('post_id')
    .min({ sent_at: 'sent_at' });

/** Subquery: the posts to which a reply of this user (of anyone: null) is about to be posted, may have been, or was just now. */
export const selectQueued = (db: Db, owner: string | null): Subquery =>
  db('outbox')
    .where((rows) => rows.whereIn('state', ['queued', 'sending', 'unknown']).orWhereNotNull('wrap_up_at'))
    .whereRaw("coalesce(held, '') not in ('missed', 'left', 'returned')")
    .where(ownedBy(owner))
    .whereNotNull('post_id')
    .select('post_id');

export const findRow = (db: Db | Trx, by: Partial<Pick<OutboxRow, 'id' | 'user_id'>>): Promise<OutboxRow | undefined> =>
  outbox(db).select('*').where(by).first();

export const findSame = (
  trx: Trx,
  { account, parent_fullname, text_hash }: Pick<OutboxRow, 'account' | 'parent_fullname' | 'text_hash'>,
): Promise<OutboxRow | undefined> => outbox(trx).select('*').where({ account, parent_fullname, text_hash }).first();

/** Fullname of a comment below a reply of this user to this post. */
export async function findAnswer(
  db: Db,
  { userId, postId, id }: { userId: number; postId: string; id: string },
): Promise<string | undefined> {
  const row = await db('reply_answers')
    .join('outbox', 'outbox.id', 'reply_answers.outbox_id')
    .where('reply_answers.id', Number(id))
    .where('reply_answers.user_id', userId)
    .where('outbox.post_id', Number(postId))
    .first<{ fullname: string } | undefined>('reply_answers.fullname');
  return row?.fullname;
}

export async function insertRow(trx: Trx, row: NewOutboxRow): Promise<number> {
  const [made] = await outbox(trx).insert(row).returning('id');
  if (!made) throw new Error('The database gave a new reply no id');
  return made.id;
}

export const listRows = (
  db: Db,
  { userId, postId, beforeId, limit }: Below & { userId: number; postId: number | null },
): Promise<OutboxRow[]> =>
  outbox(db)
    .select('*')
    .where({ user_id: userId, ...(postId === null ? {} : { post_id: postId }) })
    .modify((rows) => void (beforeId === null || rows.where('id', '<', beforeId)))
    .orderBy('id', 'desc')
    .limit(limit);

/** The account that this person last replied from in a campaign. */
export async function findLastAccount(db: Db, { userId, campaignId }: { userId: number; campaignId: string }): Promise<string | null> {
  const row = await outbox(db)
    .join('posts', 'posts.id', 'outbox.post_id')
    .where('posts.campaign_id', Number(campaignId))
    .where('outbox.sent_by', userId)
    .orderBy('outbox.id', 'desc')
    .first<{ account: string } | undefined>('outbox.account');
  return row?.account ?? null;
}

export interface Recent {
  account: string;
  since: number;
  subreddit?: string;
  /** Leaves out this one. */
  but?: number | null;
}
const postedAt = 'coalesce(tried_at, created_at)';

/** Replies that count toward the daily limits: posted, possibly posted, or being posted. */
const recent = (db: Db | Trx, { account, since, subreddit, but = null }: Recent) =>
  outbox(db)
    .where({ account, ...(subreddit === undefined ? {} : { subreddit }) })
    .whereNot({ state: 'failed' })
    .where((rows) => rows.whereNot({ state: 'queued' }).orWhereNull('scheduled_at'))
    .modify((rows) => void (but === null || rows.whereNot({ id: but })))
    .whereRaw(`${postedAt} > ?`, [since]);

export async function countRecent(db: Db | Trx, query: Recent): Promise<number> {
  const row = await recent(db, query).count<{ n: number }>({ n: '*' }).first();
  return row?.n ?? 0;
}

/** Time of the `max`-th newest reply: the limit is reached until that one no longer counts. */
export async function findCrowding(trx: Trx, { max, ...query }: Recent & { max: number }): Promise<number | undefined> {
  const row = await recent(trx, query)
    .select<{ at: number }[]>(trx.raw(`${postedAt} as at`))
    .orderBy('at', 'desc')
    .offset(max - 1)
    .first();
  return row?.at;
}

export const listDue = (db: Db, state: 'queued' | 'unknown', { now, maxLooks }: { now: number; maxLooks: number }): Promise<OutboxRow[]> =>
  outbox(db)
    .select('*')
    .where({ state })
    .whereNull('held')
    // Nothing is posted for disabled users.
    .whereNotIn('user_id', db('users').where({ disabled: 1 }).select('id'))
    .where((rows) => rows.whereNull('sent_by').orWhereNotIn('sent_by', db('users').where({ disabled: 1 }).select('id')))
    .where('due_at', '<=', now)
    .where('looks', '<', maxLooks)
    .orderBy(['due_at', 'id'])
    .limit(500);

/** Whose time came before somebody approved them, and that don't say so yet. */
export const listUnapproved = (db: Db, now: number): Promise<OutboxRow[]> =>
  outbox(db)
    .select('*')
    .where({ state: 'queued', held: 'approval' })
    .where('scheduled_at', '<=', now)
    .whereNull('error')
    .orderBy('id')
    .limit(500);

/** When this account last posted or started to post. */
export async function lastTry(trx: Trx, account: string): Promise<number | null> {
  const row = await outbox(trx).where({ account }).max<{ at: number | null }>({ at: 'tried_at' }).first();
  return row?.at ?? null;
}

/** Updates the row only if it hasn't changed since it was read; false if another attempt or the user was faster. */
export async function changeRow(db: Db | Trx, read: OutboxRow, changes: Partial<Omit<OutboxRow, 'id' | 'user_id'>>): Promise<boolean> {
  const { id, state, attempt, text_hash, due_at, held } = read;
  return (await outbox(db).where({ id, state, attempt, text_hash, due_at, held }).update(changes)) === 1;
}

/** Deletes a reply that hasn't been tried; false if another attempt or the user was faster. */
export async function removeUntried(db: Db, { id, user_id, due_at }: OutboxRow): Promise<boolean> {
  return (await outbox(db).where({ id, user_id, due_at, state: 'queued' }).whereNull('tried_at').delete()) === 1;
}

/** Posted replies whose lead still has to be updated. */
export const listWrapUps = (db: Db, now: number): Promise<OutboxRow[]> =>
  outbox(db).select('*').where('wrap_up_at', '<=', now).orderBy(['wrap_up_at', 'id']).limit(500);

/** False if another process was faster. */
export const claimWrapUp = async (db: Db, { id, wrap_up_at }: OutboxRow, until: number): Promise<boolean> =>
  (await outbox(db).where({ id, wrap_up_at }).update({ wrap_up_at: until })) === 1;

export const endWrapUp = async (db: Db, { id }: OutboxRow): Promise<void> =>
  void (await outbox(db).where({ id }).update({ wrap_up_at: null }));

/** Marks attempts whose process died or hangs as unknown. Returns how many. */
export async function giveUpLeases(db: Db, now: number, error: string): Promise<number> {
  return outbox(db)
    .where({ state: 'sending' })
    .where('lease_until', '<=', now)
    .update({ state: 'unknown', attempt: null, lease_until: null, due_at: now, looks: 0, error_code: null, error });
}

/** Without a sender, the workspace's owner is it. */
export const senderOf = ({ sent_by, user_id }: Pick<OutboxRow, 'sent_by' | 'user_id'>): number => sent_by ?? user_id;

interface FromAccount {
  userId: number;
  /** In lower case. */
  account: string;
}
const endedText = 'The Reddit account that would send it was disconnected. Choose a time to send it from another account, or cancel it.';

/** Holds what this person scheduled from an account, until they choose another. Returns how many. */
export const holdScheduledFrom = (trx: Trx, { userId, account }: FromAccount): Promise<number> =>
  sentBy(outbox(trx), userId)
    .where({ account, state: 'queued' })
    .whereNotNull('scheduled_at')
    .whereRaw("coalesce(held, '') <> 'left'")
    .update({ held: 'left', error: endedText });

/** Cancels this person's replies from an account that have not been tried yet and aren't held. Returns how many. */
export async function cancelQueued(trx: Trx, { userId, account }: FromAccount): Promise<number> {
  return sentBy(outbox(trx), userId)
    .where({ account, state: 'queued' })
    .whereRaw("coalesce(held, '') <> 'left'")
    .update({ state: 'failed', error_code: 'canceled', error: 'Canceled because the Reddit account was disconnected.' });
}

/** A reply is changed by who sends it; the owner and admins of the workspace see to all. */
export const mayChange = (actor: Actor, row: Pick<OutboxRow, 'sent_by' | 'user_id'>): boolean =>
  actor.kind === 'system' || can(memberOf(actor), 'manage') || (can(memberOf(actor), 'work') && senderOf(row) === userIdOf(actor));

/** Throws `forbidden` for another member's reply. */
export function requireOwnReply(actor: Actor, row: Pick<OutboxRow, 'sent_by' | 'user_id'>): void {
  if (!mayChange(actor, row))
    throw new AppError('forbidden', 'Only its sender, the owner, and admins of this workspace can change a reply.');
}

const leftText = 'Its sender is no longer in this workspace. Choose a time to send it from your own account, or cancel it.';

/** For whoever takes it over, it is a scheduled reply, also if it should have been posted at once. */
const left = (db: Db | Trx) => ({ held: 'left', error: leftText, scheduled_at: db.raw('coalesce(scheduled_at, due_at)') }) as const;

/** Holds what a person who leaves a workspace still had to send there, until somebody takes it over. */
export const holdLeft = (trx: Trx, { workspace_id, user_id }: { workspace_id: number; user_id: number }): Promise<number> =>
  outbox(trx).where({ user_id: workspace_id, sent_by: user_id, state: 'queued' }).update(left(trx));

/** Whether the sender may no longer work in the workspace: they left while it was on its way. Holds it then, too. */
export async function holdIfLeft(db: Db, row: OutboxRow): Promise<boolean> {
  const role = await findRole(db, { workspace_id: row.user_id, user_id: senderOf(row) });
  if (role !== undefined && can(role, 'work')) return false;
  await outbox(db).where({ id: row.id, state: row.state, attempt: row.attempt }).update(left(db));
  return true;
}
