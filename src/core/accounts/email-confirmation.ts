import { randomBytes } from 'node:crypto';
import type { EmailState } from '#shared/auth.ts';
import { dayMs } from '#shared/time.ts';
import type { Actor } from '#core/platform/actor.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { AccountDeps } from './deps.ts';
import { deleteConfirmLinks, insertEmailLink } from './email-link-queries.ts';
import { confirmEmail } from './emails.ts';
import { createOwnRow } from './own-row.ts';
import { findUser, type UserRow } from './queries.ts';
import { digestOf, ownOrigin } from './reset-links.ts';
import type { EmailLinksRow } from './tables.ts';
import { keyOf } from './user.ts';

export const confirmLifeMs = dayMs;
const tokenBytes = 32;

/** Makes a link, of which the database keeps the digest. */
export async function makeEmailLink(
  trx: Trx,
  { config }: AccountDeps,
  link: Pick<EmailLinksRow, 'user_id' | 'purpose' | 'email' | 'expires_at'>,
): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url');
  await insertEmailLink(trx, { ...link, token_hash: digestOf(token) });
  return `${ownOrigin(config)}/${link.purpose === 'confirm' ? 'confirm-email' : 'undo-email-change'}?token=${token}`;
}

/** Whether an address is known to be its user's, and asking for the link that proves it. */
export function createEmailConfirmation(deps: AccountDeps) {
  const { db, now, limiter, mailer, later } = deps;
  const { getRow } = createOwnRow(deps);

  /** After the response: whether another account has the address stays between the server and its mailbox. */
  function sendConfirmLink(userId: number, to: string): void {
    later('could not send an email that confirms an address', async () => {
      const sent = await transact(db, async (trx) => {
        const user = await findUser(trx, { id: userId });
        const owner = await findUser(trx, { email_key: keyOf(to) });
        if (!user || (owner && owner.id !== user.id)) return null;
        await deleteConfirmLinks(trx, user.id);
        const link = await makeEmailLink(trx, deps, { user_id: user.id, purpose: 'confirm', email: to, expires_at: now() + confirmLifeMs });
        return { user, link };
      });
      if (sent) await mailer.send(confirmEmail(sent.user, { to, link: sent.link }));
    });
  }

  const pendingOf = (user: UserRow): string | null => ((user.pending_email_until ?? 0) > now() ? user.pending_email : null);

  return {
    sendConfirmLink,

    async emailState(actor: Actor): Promise<EmailState> {
      const user = await getRow(actor);
      return { confirmed: user.email_confirmed_at !== null, pendingEmail: pendingOf(user), canConfirm: mailer.isConfigured };
    },

    /** To the address that waits, or else to the account's own. Throws `conflict` where nothing is left to confirm. */
    async requestConfirmation(actor: Actor): Promise<{ message: string }> {
      const user = await getRow(actor);
      if (!mailer.isConfigured) throw new AppError('unavailable', "This instance can't send email. Ask its administrator.");
      const pending = pendingOf(user);
      if (pending === null && user.email_confirmed_at !== null) throw new AppError('conflict', 'Your email address is confirmed already');
      await limiter.mailTest(user.id);
      const to = pending ?? user.email;
      sendConfirmLink(user.id, to);
      return { message: `We've sent a link to ${to}. Open it to confirm the address.` };
    },
  };
}
