import type { Person } from '#shared/common.ts';
import { minuteMs } from '#shared/time.ts';
import { anonymizeAudit } from '#core/platform/audit/queries.ts';
import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import { dialectOf } from '#core/platform/db/dialect.ts';
import { pageSize, readPages } from '#core/platform/db/many-rows.ts';
import type { OwnedTable } from '#core/platform/db/owned.ts';
import { type DeletionFigures, logDeletion } from '#core/platform/deletion-log-queries.ts';
import { AppError } from '#core/platform/errors.ts';
import type { PasswordResetsRow, UsersRow, EmailLinksRow } from './tables.ts';
import type { UserData } from './user-data.ts';

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
const ownColumns = [...userColumns, 'password_hash'] as const;
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

type NewUser = Pick<UserRow, 'username' | 'username_key' | 'email' | 'email_key' | 'password_hash' | 'role' | 'created_at'>;

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

/** What may go on working after a rotation. Links to accounts elsewhere go with the passkeys. Programs use API tokens and feeds; shared reports and open invitations go with them. */
export type Kept = 'passkeys' | 'programs';

/** Ends all that `isCurrent` is asked about, unless it is kept. The rows are deleted so that nobody sees what no longer works. */
export async function rotateStamp(
  trx: Trx,
  { keepLinks, endLinks }: UserData,
  { userId, kept }: { userId: number; kept: readonly Kept[] },
): Promise<UserRow> {
  const [user] = await trx('users')
    .where({ id: userId })
    .update({ security_stamp: trx.raw('security_stamp + 1'), pending_email: null, pending_email_until: null })
    .returning([...ownColumns]);
  if (!user) throw new AppError('not_found', 'Account not found');
  const [own, stamp] = [{ user_id: userId }, user.security_stamp];
  const before = { ...own, stamp: stamp - 1 };
  if (kept.includes('passkeys')) await trx('passkeys').where(before).update({ stamp });
  if (kept.includes('programs')) {
    await trx('api_tokens').where(before).update({ stamp });
    for (const keep of keepLinks) await keep(trx, before, stamp);
  } else {
    await trx('workspace_invitations').where({ created_by: userId }).whereNull('used_at').delete();
    for (const end of endLinks) await end(trx, userId);
  }
  if (!kept.includes('passkeys')) await trx('identities').where(own).delete();
  for (const table of ['passkeys', 'api_tokens', 'pairing_codes', 'oauth_codes', 'password_resets'] as const)
    await trx<{ user_id: number; stamp: number }>(table).where(own).whereNot({ stamp }).delete();
  await trx('sessions').where(own).delete();
  await trx('email_links')
    .where({ ...own, purpose: 'confirm' })
    .delete();
  return user;
}

export type EmailLink = Omit<EmailLinksRow, 'purpose' | 'token_hash' | 'expires_at'>;

export async function insertEmailLink(trx: Trx, link: Omit<EmailLinksRow, 'id'>): Promise<void> {
  await trx('email_links').insert(link);
}

export const findEmailLink = (
  db: Db | Trx,
  by: Pick<EmailLinksRow, 'purpose' | 'token_hash'>,
  now: number,
): Promise<EmailLink | undefined> =>
  db('email_links').where(by).andWhere('expires_at', '>', now).first('id', 'user_id', 'email', 'created_at', 'stamp');

/** What makes a link single use: true for exactly one caller. */
export const takeEmailLink = async (trx: Trx, id: number): Promise<boolean> => (await trx('email_links').where({ id }).delete()) === 1;

export async function deleteConfirmLinks(trx: Trx, userId: number): Promise<void> {
  await trx('email_links').where({ user_id: userId, purpose: 'confirm' }).delete();
}

/**
 * Links made after this one, of whoever changed the address since, and others to the same address. Older ones stay, or a thief could
 * undo to an address of their own.
 */
export async function deleteLaterLinks(trx: Trx, { id, user_id, email }: EmailLink): Promise<void> {
  await trx('email_links')
    .where({ user_id })
    .andWhere((link) => void link.where('id', '>', id).orWhere({ email }))
    .delete();
}

/** A visit ends after this long without activity. */
const idleMs = 30 * 60_000;

type Visits = Pick<UsersRow, 'visit_at' | 'previous_visit_at' | 'created_at'>;

function previousOf({ visit_at, previous_visit_at }: Visits, now: number): number | null {
  const isBack = visit_at !== null && now - visit_at > idleMs;
  return isBack ? visit_at : previous_visit_at;
}

/** The end of a user's previous visit (UTC ms), without recording this one. */
export async function readPreviousVisit(db: Db, userId: number, now: number): Promise<number> {
  return (await readVisit(db, userId, now)).previous;
}

/** The same, and whether this visit was recorded less than a minute ago: each record is a commit, which empties the read cache. */
export async function readVisit(db: Db, userId: number, now: number): Promise<{ previous: number; isNoted: boolean }> {
  const row = await db('users').where({ id: userId }).first('visit_at', 'previous_visit_at', 'created_at');
  if (!row) return { previous: now, isNoted: true };
  const isNoted = row.visit_at !== null && Math.abs(now - row.visit_at) < minuteMs;
  return { previous: previousOf(row, now) ?? row.created_at, isNoted };
}

/** Records the user's activity. Returns the end of their previous visit (UTC ms). */
export async function noteVisit(trx: Trx, userId: number, now: number): Promise<number> {
  const row = await trx('users').where({ id: userId }).first('visit_at', 'previous_visit_at', 'created_at');
  if (!row) return now;
  const previous = previousOf(row, now);
  await trx('users').where({ id: userId }).update({ visit_at: now, previous_visit_at: previous });
  return previous ?? row.created_at;
}

type Row = { [column: string]: string | number | null } & { cursor: number };

/** Pages of a user's rows in a table, found directly or through the table it belongs to. */
export function readOwned(
  db: Db,
  tables: readonly OwnedTable[],
  { table, columns, userId }: { table: OwnedTable; columns: readonly string[]; userId: number },
) {
  const scope = (of: OwnedTable): ReturnType<Db> => {
    const rows = db(of.name);
    if (of.by.parent === 'users') return rows.where(`${of.name}.${of.by.column}`, userId) as ReturnType<Db>;
    const parent = tables.find(({ name }) => name === of.by.parent);
    return (
      parent ? rows.whereIn(`${of.name}.${of.by.column}`, scope(parent).select(`${parent.name}.id`)) : rows.whereRaw('1 = 0')
    ) as ReturnType<Db>;
  };
  const rowid = dialectOf(db).rowNumber(table);
  return readPages<Row>((after) =>
    scope(table)
      .whereRaw(`${rowid} > ?`, [after])
      .select<Row[]>(...columns.map((column) => `${table.name}.${column}`), db.raw(`${rowid} as cursor`))
      .orderByRaw(rowid)
      .limit(pageSize),
  );
}

/** Deletes the account and everything that belongs to it. */
export async function deleteAccount(
  trx: Trx,
  { id, emailKey, now }: { id: number; emailKey: string; now: number },
  { listContent, deleteContent, countSteps }: UserData,
): Promise<void> {
  const content = await listContent(trx, id);
  await trx('beta_applications').where({ email_key: emailKey }).delete();
  const figures: Partial<DeletionFigures> = {};
  for (const count of countSteps) Object.assign(figures, await count(trx, id));
  await anonymizeAudit(trx, id);
  await trx('users').where({ id }).delete();
  await deleteContent(trx, content);
  await logDeletion(trx, { at: now, cause: 'account', ...figures, items: content.imported.length, accounts: 1 });
}
