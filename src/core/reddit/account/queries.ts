import type { Db, Trx } from '#core/platform/db/connect.ts';

export interface AccountRow {
  id: number;
  user_id: number;
  username: string;
  requested_scopes: string;
  scopes: string;
  access_sealed: string;
  refresh_sealed: string;
  expires_at: number;
  needs_reconnect: number;
  last_error: string | null;
  version: number;
  connected_at: number;
}
interface StateRow {
  state_hash: string;
  user_id: number;
  scopes: string;
  expires_at: number;
}

const accounts = (db: Db | Trx) => db<AccountRow>('reddit_accounts');

export const findAccount = (db: Db | Trx, userId: number): Promise<AccountRow | undefined> =>
  accounts(db).select('*').where({ user_id: userId }).first();

/** Takes the place of whatever this user had connected before. */
export async function replaceAccount(trx: Trx, row: Omit<AccountRow, 'id' | 'version'>): Promise<void> {
  const before = await findAccount(trx, row.user_id);
  const version = (before?.version ?? 0) + 1;
  await accounts(trx)
    .insert({ ...row, version })
    .onConflict('user_id')
    .merge();
}

/** Only while the tokens are those that were read; false when somebody was faster. */
export async function changeAccount(db: Db, read: AccountRow, changes: Partial<Omit<AccountRow, 'id' | 'user_id'>>): Promise<boolean> {
  const changed = await accounts(db)
    .where({ id: read.id, version: read.version })
    .update({ ...changes, version: read.version + 1 });
  return changed === 1;
}

export async function deleteAccount(trx: Trx, userId: number): Promise<void> {
  await accounts(trx).where({ user_id: userId }).delete();
  await trx('reddit_states').where({ user_id: userId }).delete();
}

/** Ways to Reddit that somebody may have begun and not finished: tabs, not a table to fill. */
const maxBegun = 10;

export async function insertState(db: Db, row: StateRow, now: number): Promise<void> {
  await db<StateRow>('reddit_states').where('expires_at', '<=', now).delete();
  const newest = db<StateRow>('reddit_states')
    .where({ user_id: row.user_id })
    .orderBy('expires_at', 'desc')
    .limit(maxBegun - 1);
  await db<StateRow>('reddit_states').where({ user_id: row.user_id }).whereNotIn('state_hash', newest.select('state_hash')).delete();
  await db<StateRow>('reddit_states').insert(row);
}

/** The deletion makes a state single use: exactly one caller learns the scopes it was made for. */
export async function takeState(db: Db, { hash, userId, now }: { hash: string; userId: number; now: number }): Promise<string | null> {
  const wanted = () => db<StateRow>('reddit_states').where({ state_hash: hash, user_id: userId }).where('expires_at', '>', now);
  const row = await wanted().first('scopes');
  return row && (await wanted().delete()) === 1 ? row.scopes : null;
}
