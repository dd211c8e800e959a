import type { Role } from '#shared/auth.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';

export interface UserRow {
  id: number;
  username: string;
  username_key: string;
  email: string;
  email_key: string;
  password_hash: string;
  role: Role;
  disabled: 0 | 1;
  token_version: number;
  plan: string;
  settings: string;
  created_at: number;
  last_login_at: number | null;
  /** 1: a Reddit account is connected and Reddit still accepts it. */
  has_reddit: 0 | 1;
}
const columns = [
  'id',
  'username',
  'username_key',
  'email',
  'email_key',
  'password_hash',
  'role',
  'disabled',
  'token_version',
  'plan',
  'settings',
  'created_at',
  'last_login_at',
] as const;
const hasReddit = (db: Db | Trx) =>
  db.raw('exists(select 1 from reddit_accounts where reddit_accounts.user_id = users.id and needs_reconnect = 0) as has_reddit');

export const findUser = (
  db: Db | Trx,
  by: { id: number } | { email_key: string } | { username_key: string },
): Promise<UserRow | undefined> =>
  db<UserRow>('users')
    .select<UserRow[]>(...columns, hasReddit(db))
    .where(by)
    .first();

export const listUserRows = (db: Db, limit: number): Promise<UserRow[]> =>
  db<UserRow>('users')
    .select<UserRow[]>(...columns, hasReddit(db))
    .orderBy('id')
    .limit(limit);

export const listUserRowsById = (db: Db, ids: readonly number[]): Promise<UserRow[]> =>
  db<UserRow>('users')
    .select<UserRow[]>(...columns, hasReddit(db))
    .whereIn('id', ids)
    .limit(ids.length);

export async function hasUsers(db: Db | Trx): Promise<boolean> {
  return (await db('users').select('id').first()) !== undefined;
}

export type NewUser = Pick<UserRow, 'username' | 'username_key' | 'email' | 'email_key' | 'password_hash' | 'role' | 'created_at'>;

export async function insertUser(trx: Trx, user: NewUser): Promise<number> {
  const [row] = await trx('users').insert(user).returning<{ id: number }[]>('id');
  if (!row) throw new Error('The database gave a new user no id');
  return row.id;
}

export async function updateUser(
  db: Db | Trx,
  id: number,
  changes: Partial<Omit<UserRow, 'id' | 'token_version' | 'has_reddit'>>,
): Promise<void> {
  if (Object.keys(changes).length > 0) await db('users').where({ id }).update(changes);
}

/** Every token that was given out so far is worthless afterwards. */
export async function raiseTokenVersion(db: Db | Trx, id: number): Promise<void> {
  await db('users')
    .where({ id })
    .update({ token_version: db.raw('token_version + 1') });
}

/** Only while the hash is still the one that was verified. */
export async function replaceHash(db: Db, id: number, hashes: { from: string; to: string }): Promise<void> {
  await db('users').where({ id, password_hash: hashes.from }).update({ password_hash: hashes.to });
}

export async function hasAdmin(trx: Trx): Promise<boolean> {
  return (await trx('users').select('id').where({ role: 'admin', disabled: 0 }).first()) !== undefined;
}

/** Somebody else could still look after the instance. */
export async function hasOtherAdmin(db: Db, id: number): Promise<boolean> {
  return (await db('users').select('id').where({ role: 'admin', disabled: 0 }).whereNot({ id }).first()) !== undefined;
}

/** An invitation opened one account: whoever moves on to another address leaves none behind for the next. */
export async function deleteInvitation(trx: Trx, emailKey: string): Promise<void> {
  await trx('beta_applications').where({ email_key: emailKey }).delete();
}

export async function insertReset(trx: Trx, reset: { user_id: number; token_hash: string; expires_at: number }): Promise<void> {
  await trx('password_resets').insert(reset);
}

export async function deleteResets(trx: Db | Trx, userId: number): Promise<void> {
  await trx('password_resets').where({ user_id: userId }).delete();
}

/** Whose reset it is, while it can still be used. */
export async function findReset(db: Db | Trx, tokenHash: string, now: number): Promise<number | undefined> {
  const row = await db('password_resets')
    .select<{ user_id: number }[]>('user_id')
    .where({ token_hash: tokenHash })
    .whereNull('used_at')
    .andWhere('expires_at', '>', now)
    .first();
  return row?.user_id;
}

/** The one conditional update that makes a reset single use: true for exactly one caller. */
export async function useReset(trx: Trx, tokenHash: string, now: number): Promise<boolean> {
  const used = await trx('password_resets')
    .where({ token_hash: tokenHash })
    .whereNull('used_at')
    .andWhere('expires_at', '>', now)
    .update({ used_at: now });
  return used === 1;
}
