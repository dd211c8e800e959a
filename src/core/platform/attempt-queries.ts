import type { Db, Trx } from './db/connect.ts';
import type { AttemptsRow } from './tables.ts';

export const listAttempts = (db: Db | Trx, keys: readonly string[]): Promise<AttemptsRow[]> =>
  db('attempts').select('key', 'count', 'first_at', 'last_at', 'blocked_until').whereIn('key', keys).limit(keys.length);

export async function upsertAttempt(trx: Trx, row: AttemptsRow): Promise<void> {
  await trx('attempts').insert(row).onConflict('key').merge();
}

export async function deleteAttempts(db: Db, keys: readonly string[]): Promise<void> {
  await db('attempts').whereIn('key', keys).delete();
}

/** Uncounts one attempt that succeeded. */
export async function refundAttempt(db: Db, key: string): Promise<void> {
  await db('attempts')
    .where({ key })
    .andWhere('count', '>', 0)
    .update({ count: db.raw('count - 1'), blocked_until: 0 });
}

export async function deleteOldAttempts(trx: Trx, before: number): Promise<void> {
  await trx('attempts').where('last_at', '<', before).delete();
}
