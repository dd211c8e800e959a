import type { Person } from '#shared/common.ts';
import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import type { PasswordResetsRow, UsersRow } from './tables.ts';

/** All that is shown or asked of an account; a list of accounts reads no more. */
export const userColumns = [
  'id',
  'username',
  'username_key',
  'email',
  'email_key',
  'role',
  'disabled',
  'security_stamp',
  'plan',
  'settings',
  'created_at',
  'last_login_at',
  'email_confirmed_at',
  'email_changed_at',
  'pending_email',
  'pending_email_until',
] as const;
export const ownColumns = [...userColumns, 'password_hash'] as const;
export type ListedUser = Pick<UsersRow, (typeof userColumns)[number]>;
export type UserRow = Pick<UsersRow, (typeof ownColumns)[number]>;

export const findUser = (
  db: Db | Trx,
  by: { id: number } | { email_key: string } | { username_key: string },
): Promise<UserRow | undefined> =>
  db('users')
    .where(by)
    .first(...ownColumns);

export const listUserRows = (db: Db, limit: number): Promise<ListedUser[]> =>
  db('users')
    .select(...userColumns)
    .orderBy('id')
    .limit(limit);

export const listUserRowsById = (db: Db, ids: readonly number[]): Promise<ListedUser[]> =>
  db('users')
    .select(...userColumns)
    .whereIn('id', ids)
    .limit(ids.length);

/** Names for who did something; deleted accounts are missing. */
export async function listPeople(db: Db, ids: readonly (number | null)[]): Promise<Map<number, Person>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  const people = new Map<number, Person>();
  for (const some of chunked(wanted, 1))
    for (const { id, username } of await db('users').whereIn('id', some).select('id', 'username').limit(some.length))
      people.set(id, { id: String(id), username });
  return people;
}

export async function hasUsers(db: Db | Trx): Promise<boolean> {
  return (await db('users').select('id').first()) !== undefined;
}

export type NewUser = Pick<UserRow, 'username' | 'username_key' | 'email' | 'email_key' | 'password_hash' | 'role' | 'created_at'>;

export async function insertUser(trx: Trx, user: NewUser): Promise<number> {
  const [row] = await trx('users').insert(user).returning('id');
  if (!row) throw new Error('The database gave a new user no id');
  return row.id;
}

export async function updateUser(db: Db | Trx, id: number, changes: Partial<Omit<UserRow, 'id' | 'security_stamp'>>): Promise<void> {
  if (Object.keys(changes).length > 0) await db('users').where({ id }).update(changes);
}

/** Replaces the hash only if it is still the one that was verified. */
export async function replaceHash(db: Db, id: number, hashes: { from: string; to: string }): Promise<void> {
  await db('users').where({ id, password_hash: hashes.from }).update({ password_hash: hashes.to });
}

/** Whether there is an enabled admin other than this user. */
export async function hasAdmin(db: Db | Trx, { except }: { except?: number } = {}): Promise<boolean> {
  const admins = db('users').select('id').where({ role: 'admin', disabled: 0 });
  return (await (except === undefined ? admins : admins.whereNot({ id: except })).first()) !== undefined;
}

/** Names of enabled admins, oldest account first. */
export const listAdminNames = (db: Db, limit: number): Promise<string[]> =>
  db('users').where({ role: 'admin', disabled: 0 }).orderBy('id').limit(limit).pluck<string[]>('username');

/** IDs of enabled admins, oldest account first. */
export const listAdminIds = (db: Db, limit: number): Promise<number[]> =>
  db('users').where({ role: 'admin', disabled: 0 }).orderBy('id').limit(limit).pluck<number[]>('id');

/** Deleted once used or when the address changes, so that its next owner doesn't get an invitation. */
export async function deleteInvitation(trx: Trx, emailKey: string): Promise<void> {
  await trx('beta_applications').where({ email_key: emailKey }).delete();
}

export async function insertReset(trx: Trx, reset: Omit<PasswordResetsRow, 'id' | 'used_at'>): Promise<void> {
  await trx('password_resets').insert(reset);
}

export async function deleteResets(trx: Db | Trx, userId: number): Promise<void> {
  await trx('password_resets').where({ user_id: userId }).delete();
}

/** Undefined when it is unknown, used, or expired. */
export const findReset = (db: Db, tokenHash: string, now: number): Promise<Pick<PasswordResetsRow, 'user_id' | 'stamp'> | undefined> =>
  db('password_resets').where({ token_hash: tokenHash }).whereNull('used_at').andWhere('expires_at', '>', now).first('user_id', 'stamp');

/** A single conditional update, so that only one of several concurrent callers gets true. */
export async function useReset(trx: Trx, tokenHash: string, now: number): Promise<boolean> {
  const used = await trx('password_resets')
    .where({ token_hash: tokenHash })
    .whereNull('used_at')
    .andWhere('expires_at', '>', now)
    .update({ used_at: now });
  return used === 1;
}
