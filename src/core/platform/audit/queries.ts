import type { Db, Trx } from '../db/connect.ts';
import type { AuditRow } from '../tables.ts';

export async function insertAudit(db: Db | Trx, row: Omit<AuditRow, 'id'>): Promise<void> {
  await db('audit').insert(row);
}

/** Removes address and name of a deleted account from the audit log; actions and the account's ID stay. */
export async function anonymizeAudit(trx: Trx, userId: number): Promise<void> {
  await trx('audit')
    .where({ actor_id: userId })
    .orWhere({ target: `user:${userId}` })
    .update({ address: null, details: '{}' });
}
