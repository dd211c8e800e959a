import type { Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { UserData } from './user-data.ts';
import { ownColumns, type UserRow } from './queries.ts';

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
