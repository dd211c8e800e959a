import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { RedditAccountsRow, RedditStatesRow } from '../tables.ts';

const columns = [
  'id',
  'user_id',
  'username',
  'requested_scopes',
  'scopes',
  'access_sealed',
  'refresh_sealed',
  'expires_at',
  'needs_reconnect',
  'last_error',
  'version',
  'connected_at',
] as const;
export type AccountRow = Pick<RedditAccountsRow, (typeof columns)[number]>;

export const findAccount = (db: Db | Trx, userId: number): Promise<AccountRow | undefined> =>
  db('reddit_accounts')
    .where({ user_id: userId })
    .first(...columns);

/** Whether the user has connected an account, even if Reddit no longer accepts it. */
export const hasAccount = async (db: Db, userId: number): Promise<boolean> =>
  (await db('reddit_accounts').where({ user_id: userId }).first('id')) !== undefined;

/** Replaces the user's previous connection, if any. */
export async function replaceAccount(trx: Trx, row: Omit<AccountRow, 'id' | 'version'>): Promise<void> {
  const before = await trx('reddit_accounts').where({ user_id: row.user_id }).first('version');
  const version = (before?.version ?? 0) + 1;
  await trx('reddit_accounts')
    .insert({ ...row, version })
    .onConflict('user_id')
    .merge();
}

/** Updates the row only if its tokens haven't changed since it was read; otherwise returns false. */
export async function changeAccount(db: Db, read: AccountRow, changes: Partial<Omit<AccountRow, 'id' | 'user_id'>>): Promise<boolean> {
  const changed = await db('reddit_accounts')
    .where({ id: read.id, version: read.version })
    .update({ ...changes, version: read.version + 1 });
  return changed === 1;
}

export async function deleteAccount(trx: Trx, userId: number): Promise<void> {
  await trx('reddit_accounts').where({ user_id: userId }).delete();
  await trx('reddit_states').where({ user_id: userId }).delete();
}

/** Limit of unfinished OAuth flows per user: enough for a few tabs, too few to fill the table. */
const maxBegun = 10;

export async function insertState(db: Db, row: RedditStatesRow, now: number): Promise<void> {
  await db('reddit_states').where('expires_at', '<=', now).delete();
  const newest = db('reddit_states')
    .where({ user_id: row.user_id })
    .orderBy('expires_at', 'desc')
    .limit(maxBegun - 1);
  await db('reddit_states').where({ user_id: row.user_id }).whereNotIn('state_hash', newest.select('state_hash')).delete();
  await db('reddit_states').insert(row);
}

/** Deletes the state and returns its scopes, to exactly one caller: a state works once. */
export async function takeState(db: Db, { hash, userId, now }: { hash: string; userId: number; now: number }): Promise<string | null> {
  const wanted = () => db('reddit_states').where({ state_hash: hash, user_id: userId }).where('expires_at', '>', now);
  const row = await wanted().first('scopes');
  return row && (await wanted().delete()) === 1 ? row.scopes : null;
}

/** Which of these users have a connected account that Reddit still accepts. */
export const listConnected = (db: Db | Trx, userIds: readonly number[]): Promise<number[]> =>
  db('reddit_accounts').where({ needs_reconnect: 0 }).whereIn('user_id', userIds).limit(userIds.length).pluck<number[]>('user_id');
