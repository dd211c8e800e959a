import type { OutboxState } from '#shared/outbox.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { Below } from '#core/platform/paging/newest-first.ts';

export interface OutboxRow {
  id: number;
  user_id: number;
  post_id: number | null;
  account: string;
  parent_fullname: string;
  subreddit: string;
  text: string;
  text_hash: string;
  state: OutboxState;
  due_at: number;
  attempt: string | null;
  lease_until: number | null;
  tried_at: number | null;
  looks: number;
  thing_fullname: string | null;
  permalink: string | null;
  error_code: string | null;
  error: string | null;
  created_at: number;
  sent_at: number | null;
  /** What the user chose; null: at once. */
  scheduled_at: number | null;
  held: 'paused' | 'missed' | null;
}
export type NewOutboxRow = Pick<
  OutboxRow,
  | 'user_id'
  | 'post_id'
  | 'account'
  | 'parent_fullname'
  | 'subreddit'
  | 'text'
  | 'text_hash'
  | 'state'
  | 'due_at'
  | 'scheduled_at'
  | 'created_at'
>;

const outbox = (db: Db | Trx) => db<OutboxRow>('outbox');

export const findRow = (db: Db | Trx, by: Partial<Pick<OutboxRow, 'id' | 'user_id'>>): Promise<OutboxRow | undefined> =>
  outbox(db).select('*').where(by).first();

export const findSame = (
  trx: Trx,
  { account, parent_fullname, text_hash }: Pick<OutboxRow, 'account' | 'parent_fullname' | 'text_hash'>,
): Promise<OutboxRow | undefined> => outbox(trx).select('*').where({ account, parent_fullname, text_hash }).first();

export async function insertRow(trx: Trx, row: NewOutboxRow): Promise<number> {
  const [made] = await outbox(trx).insert(row).returning('id');
  if (!made) throw new Error('The database gave a new answer no id');
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

export interface Recent {
  account: string;
  since: number;
  subreddit?: string;
}
const spokeAt = 'coalesce(tried_at, created_at)';

/** What counts against the daily caps: everything that stands or may stand on Reddit, or is to stand there at once. */
const recent = (trx: Trx, { account, since, subreddit }: Recent) =>
  outbox(trx)
    .where({ account, ...(subreddit === undefined ? {} : { subreddit }) })
    .whereNot({ state: 'failed' })
    .where((rows) => rows.whereNot({ state: 'queued' }).orWhereNull('scheduled_at'))
    .whereRaw(`${spokeAt} > ?`, [since]);

export async function countRecent(trx: Trx, query: Recent): Promise<number> {
  const row = await recent(trx, query).count<{ n: number }>({ n: '*' }).first();
  return row?.n ?? 0;
}

/** When the newest but `most - 1` was said: as long as that counts, there is no room. */
export async function findCrowding(trx: Trx, { most, ...query }: Recent & { most: number }): Promise<number | undefined> {
  const row = await recent(trx, query)
    .select<{ at: number }[]>(trx.raw(`${spokeAt} as at`))
    .orderBy('at', 'desc')
    .offset(most - 1)
    .first();
  return row?.at;
}

export const listDue = (db: Db, state: 'queued' | 'unknown', { now, maxLooks }: { now: number; maxLooks: number }): Promise<OutboxRow[]> =>
  outbox(db)
    .select('*')
    .where({ state })
    .whereNull('held')
    // Nobody speaks in the name of somebody who was disabled.
    .whereNotIn('user_id', db('users').where({ disabled: 1 }).select('id'))
    .where('due_at', '<=', now)
    .where('looks', '<', maxLooks)
    .orderBy(['due_at', 'id'])
    .limit(500);

/** When this account last said something, or began to. */
export async function lastTry(trx: Trx, account: string): Promise<number | null> {
  const row = await outbox(trx).where({ account }).max<{ at: number | null }>({ at: 'tried_at' }).first();
  return row?.at ?? null;
}

/** Only while the row is as it was read; false when somebody was faster: another try, or its user with other words or another time. */
export async function changeRow(db: Db | Trx, read: OutboxRow, changes: Partial<Omit<OutboxRow, 'id' | 'user_id'>>): Promise<boolean> {
  const { id, state, attempt, text_hash, due_at, held } = read;
  return (await outbox(db).where({ id, state, attempt, text_hash, due_at, held }).update(changes)) === 1;
}

/** Tries whose process died or hangs: nobody knows what became of them. */
export async function giveUpLeases(db: Db, now: number, error: string): Promise<number> {
  return outbox(db)
    .where({ state: 'sending' })
    .where('lease_until', '<=', now)
    .update({ state: 'unknown', attempt: null, lease_until: null, due_at: now, looks: 0, error_code: null, error });
}

/** Takes back what no try has begun on; answers how much that was. */
export async function cancelQueued(trx: Trx, userId: number): Promise<number> {
  return outbox(trx)
    .where({ user_id: userId, state: 'queued' })
    .update({ state: 'failed', error_code: 'cancelled', error: 'Canceled: the Reddit account was disconnected.' });
}
