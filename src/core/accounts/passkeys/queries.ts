import { maxPasskeys } from '#shared/passkeys.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import type { PasskeysRow, UsedChallengesRow } from '../tables.ts';

/** Oldest first. */
export const listPasskeys = (db: Db | Trx, userId: number): Promise<PasskeysRow[]> =>
  db('passkeys').where({ user_id: userId }).select('*').orderBy('id').limit(maxPasskeys);

export const findPasskey = (db: Db, by: { credential_id: string } | { id: number; user_id: number }): Promise<PasskeysRow | undefined> =>
  db('passkeys').where(by).first();

/** Null if an account has this one already. */
export async function insertPasskey(trx: Trx, row: Omit<PasskeysRow, 'id' | 'last_used_at'>): Promise<PasskeysRow | null> {
  const [made] = await trx('passkeys').insert(row).onConflict('credential_id').ignore().returning('*');
  return made ?? null;
}

/** False if it was used meanwhile. */
export async function noteUse(db: Db, { id, counter }: PasskeysRow, use: Pick<PasskeysRow, 'counter' | 'last_used_at'>): Promise<boolean> {
  return (await db('passkeys').where({ id, counter }).update(use)) === 1;
}

export const renamePasskey = (db: Db, by: { id: number; user_id: number }, name: string): Promise<number> =>
  db('passkeys').where(by).update({ name });

export const deletePasskey = (db: Db, by: { id: number; user_id: number }): Promise<number> => db('passkeys').where(by).delete();

/** Returns how many there were. */
export const deletePasskeys = (trx: Trx, userId: number): Promise<number> => trx('passkeys').where({ user_id: userId }).delete();

/** True only for the first of several callers. */
export const takeChallenge = (db: Db, row: UsedChallengesRow, now: number): Promise<boolean> =>
  transact(db, async (trx) => {
    await trx('used_challenges').where('expires_at', '<=', now).delete();
    const taken = await trx('used_challenges').insert(row).onConflict('challenge').ignore().returning('challenge');
    return taken.length === 1;
  });
