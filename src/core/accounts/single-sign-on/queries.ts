import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { IdentitiesRow } from '../tables.ts';
import type { Identity } from './claims.ts';

type By = Pick<IdentitiesRow, 'issuer'> & (Pick<IdentitiesRow, 'subject'> | Pick<IdentitiesRow, 'user_id'>);

export const findIdentity = (db: Db | Trx, by: By): Promise<IdentitiesRow | undefined> => db('identities').where(by).first();

/** The row that links an account to somebody elsewhere. */
export const linkTo = (user_id: number, { issuer, subject, email, names }: Identity, at: number): Omit<IdentitiesRow, 'id'> => ({
  user_id,
  issuer,
  subject,
  label: (email ?? names[0] ?? subject).slice(0, 254),
  created_at: at,
  last_used_at: at,
});

/** False if that account elsewhere, or this one here, was linked meanwhile. */
export async function insertIdentity(trx: Trx, row: Omit<IdentitiesRow, 'id'>): Promise<boolean> {
  return (await trx('identities').insert(row).onConflict().ignore().returning('id')).length === 1;
}

export async function noteIdentityUse(db: Db, id: number, use: Pick<IdentitiesRow, 'label' | 'last_used_at'>): Promise<void> {
  await db('identities').where({ id }).update(use);
}

export const deleteIdentity = (db: Db, by: Pick<IdentitiesRow, 'issuer' | 'user_id'>): Promise<number> =>
  db('identities').where(by).delete();
