import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { RedditAccountsRow, RedditStatesRow } from '../tables.ts';

const columns = [
  'id',
  'user_id',
  'username',
  'is_default',
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

/** One person's: a few, because somebody connects each by hand. */
export const maxAccounts = 20;

const usual = [
  { column: 'is_default', order: 'desc' },
  { column: 'id', order: 'asc' },
] as const;

/** A person's account by its name in lower case, or the one that they use where none is chosen. */
export const findAccount = (db: Db | Trx, userId: number, name: string | null = null): Promise<AccountRow | undefined> =>
  db('reddit_accounts')
    .where({ user_id: userId })
    .modify((rows) => void (name === null || rows.whereRaw('lower(username) = ?', [name])))
    .orderBy([...usual])
    .first(...columns);

export const findById = (db: Db | Trx, of: { id: number; user_id?: number }): Promise<AccountRow | undefined> =>
  db('reddit_accounts')
    .where(of)
    .first(...columns);

/** The usual one of each person first. */
export const listAccounts = (db: Db | Trx, userIds: readonly number[]): Promise<AccountRow[]> =>
  db('reddit_accounts')
    .whereIn('user_id', userIds)
    .orderBy([{ column: 'user_id', order: 'asc' }, ...usual])
    .select(...columns)
    .limit(maxAccounts * Math.max(1, userIds.length));

/** Whether the user has connected an account, even if Reddit no longer accepts it. */
export const hasAccount = async (db: Db, userId: number): Promise<boolean> =>
  (await db('reddit_accounts').where({ user_id: userId }).first('id')) !== undefined;

/** Adds the account, or replaces the person's previous connection to it. */
export async function saveAccount(trx: Trx, row: Omit<AccountRow, 'id' | 'version' | 'is_default'>): Promise<number> {
  const before = await trx('reddit_accounts').where({ user_id: row.user_id, username: row.username }).first('id', 'version');
  if (before) {
    await trx('reddit_accounts')
      .where({ id: before.id })
      .update({ ...row, version: before.version + 1 });
    return before.id;
  }
  const [made] = await trx('reddit_accounts')
    .insert({ ...row, version: 1, is_default: 0 })
    .returning('id');
  if (!made) throw new Error('The database gave a new Reddit account no id');
  return made.id;
}

export async function chooseAccount(trx: Trx, { id, user_id }: Pick<AccountRow, 'id' | 'user_id'>): Promise<void> {
  await trx('reddit_accounts').where({ user_id }).whereNot({ id }).update({ is_default: 0 });
  await trx('reddit_accounts').where({ id, user_id }).update({ is_default: 1 });
}

/** Updates the row only if its tokens haven't changed since it was read; otherwise returns false. */
export async function changeAccount(db: Db, read: AccountRow, changes: Partial<Omit<AccountRow, 'id' | 'user_id'>>): Promise<boolean> {
  const changed = await db('reddit_accounts')
    .where({ id: read.id, version: read.version })
    .update({ ...changes, version: read.version + 1 });
  return changed === 1;
}

export async function deleteAccount(trx: Trx, { id, user_id }: Pick<AccountRow, 'id' | 'user_id'>): Promise<void> {
  await trx('reddit_accounts').where({ id, user_id }).delete();
  await trx('reddit_states').where({ user_id }).delete();
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
  db('reddit_accounts')
    .where({ needs_reconnect: 0 })
    .whereIn('user_id', userIds)
    .distinct()
    .limit(userIds.length)
    .pluck<number[]>('user_id');

/** Gives an account to another user, who has none of this name; its tokens are sealed for them. */
export const giveAccount = async (
  trx: Trx,
  { id }: Pick<AccountRow, 'id'>,
  row: Pick<AccountRow, 'user_id' | 'access_sealed' | 'refresh_sealed'>,
) =>
  void (await trx('reddit_accounts')
    .where({ id })
    .update({ ...row, is_default: 0 }));
