import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { TwoFactorRow } from '../tables.ts';

export const findTwoFactor = (db: Db | Trx, userId: number): Promise<TwoFactorRow | undefined> =>
  db('two_factor').select('user_id', 'sealed_secret', 'created_at', 'enabled_at', 'last_step').where({ user_id: userId }).first();

/** Replaces a secret that isn't in use yet; false if one is. */
export async function savePendingSecret(db: Db, row: Pick<TwoFactorRow, 'user_id' | 'sealed_secret' | 'created_at'>): Promise<boolean> {
  const saved = await db('two_factor').insert(row).onConflict('user_id').merge().whereNull('two_factor.enabled_at').returning('user_id');
  return saved.length === 1;
}

/** False if it was enabled meanwhile, or set up again. */
export async function markEnabled(trx: Trx, pending: TwoFactorRow, at: number): Promise<boolean> {
  const { user_id, sealed_secret } = pending;
  return (await trx('two_factor').where({ user_id, sealed_secret }).whereNull('enabled_at').update({ enabled_at: at })) === 1;
}

/** Accepts the code of a time step; false if it, or a later one, was accepted before. A single statement, so that one of two wins. */
export async function takeStep(db: Db | Trx, userId: number, step: number): Promise<boolean> {
  return (await db('two_factor').where({ user_id: userId }).andWhere('last_step', '<', step).update({ last_step: step })) === 1;
}

export async function deleteTwoFactor(trx: Trx, userId: number): Promise<boolean> {
  await trx('recovery_codes').where({ user_id: userId }).delete();
  return (await trx('two_factor').where({ user_id: userId }).delete()) === 1;
}

/** What was turned on or made at this time or later. */
export async function deleteTwoFactorSince(trx: Trx, userId: number, since: number): Promise<void> {
  const own = { user_id: userId };
  await trx('two_factor')
    .where(own)
    .andWhere((row) => void row.whereNull('enabled_at').orWhere('enabled_at', '>=', since))
    .delete();
  await trx('recovery_codes').where(own).andWhere('created_at', '>=', since).delete();
}

export async function replaceRecoveryCodes(
  trx: Trx,
  userId: number,
  { hashes, at }: { hashes: readonly string[]; at: number },
): Promise<void> {
  await trx('recovery_codes').where({ user_id: userId }).delete();
  await trx('recovery_codes').insert(hashes.map((code_hash) => ({ user_id: userId, code_hash, created_at: at })));
}

/** True only for one of several concurrent callers. */
export async function takeRecoveryCode(db: Db | Trx, userId: number, hash: string): Promise<boolean> {
  return (await db('recovery_codes').where({ user_id: userId, code_hash: hash }).delete()) === 1;
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const [row] = await db('recovery_codes').where({ user_id: userId }).count<{ count: number }[]>({ count: '*' });
  return row?.count ?? 0;
}
