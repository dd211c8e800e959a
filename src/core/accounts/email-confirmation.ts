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
import { digestOf } from './digest.ts';
import { ownOrigin } from './reset-links.ts';
import { isCurrent } from './security-stamp.ts';
import type { EmailLinksRow } from './tables.ts';
import { keyOf } from './key.ts';

export const confirmLifeMs = dayMs;
const tokenBytes = 32;

const links = { confirm: { path: 'confirm-email', life: confirmLifeMs }, undo: { path: 'undo-email-change', life: 7 * dayMs } };

/** Makes a link, of which the database keeps the digest. `undo` keeps or brings back the address that the account has now. */
export async function makeEmailLink(
  trx: Trx,
  { config, now }: AccountDeps,
  { user, purpose, email = user.email }: Pick<EmailLinksRow, 'purpose'> & { user: UserRow; email?: string },
): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url');
  const { path, life } = links[purpose];
  const [at, stamp] = [now(), user.security_stamp];
  await insertEmailLink(trx, {
    user_id: user.id,
    purpose,
    email,
    token_hash: digestOf(token),
    expires_at: at + life,
    created_at: at,
    stamp,
  });
  return `${ownOrigin(config)}/${path}?token=${token}`;
}

/** Whether an address is known to be its user's, and asking for the link that proves it. */
export function createEmailConfirmation(deps: AccountDeps) {
  const { db, now, limiter, mailer, later } = deps;
  const { getRow } = createOwnRow(deps);

  /** After the response: whether another account has the address stays between the server and its mailbox. */
  function sendConfirmLink(user: UserRow, to: string): void {
    later('email that confirms an address', async () => {
      const link = await transact(db, async (trx) => {
        const owner = await findUser(trx, { email_key: keyOf(to) });
        const isStill = isCurrent(await findUser(trx, { id: user.id }), user.security_stamp);
        if (!isStill || (owner && owner.id !== user.id)) return null;
        await deleteConfirmLinks(trx, user.id);
        return makeEmailLink(trx, deps, { user, purpose: 'confirm', email: to });
      });
      if (link !== null) await mailer.send(confirmEmail(user, { to, link }));
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
      sendConfirmLink(user, to);
      return { message: `We've sent a link to ${to}. Open it to confirm the address.` };
    },
  };
}
