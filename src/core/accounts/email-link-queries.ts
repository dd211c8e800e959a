import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { EmailLinksRow } from './tables.ts';

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
