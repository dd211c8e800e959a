import { dayMs } from '#shared/time.ts';
import { transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { AccountDeps } from './deps.ts';
import { makeEmailLink } from './email-confirmation.ts';
import { deleteLaterLinks, type EmailLink, findEmailLink, takeEmailLink } from './email-link-queries.ts';
import { emailChangedEmail, resetEmail } from './emails.ts';
import { deletePasskeys } from './passkeys/queries.ts';
import { deleteInvitation, deleteResets, findUser, updateUser, type UserRow } from './queries.ts';
import { refuseTaken } from './registration.ts';
import { digestOf, type ResetLinks } from './reset-links.ts';
import { endAccess } from './session-queries.ts';
import type { EmailLinksRow } from './tables.ts';
import { keyOf } from './user.ts';

const undoLifeMs = 7 * dayMs;

interface EmailChangeDeps extends AccountDeps {
  links: ResetLinks;
}

const expired = () =>
  new AppError('invalid', 'This link has expired or was already used. Change the address again in the settings.', {
    details: [{ path: 'token', message: 'Expired or already used' }],
  });

/** Opening the links that confirm an address or undo its change. */
export function createEmailChange(deps: EmailChangeDeps) {
  const { db, bus, now, limiter, mailer, writeAudit, later } = deps;
  const proven = () => ({ email_confirmed_at: now(), email_changed_at: null, pending_email: null, pending_email_until: null });

  async function getLinked(purpose: EmailLinksRow['purpose'], token: string): Promise<{ link: EmailLink; user: UserRow }> {
    const link = await findEmailLink(db, { purpose, token_hash: digestOf(token) }, now());
    const user = link && (await findUser(db, { id: link.user_id }));
    if (!user || user.disabled === 1) throw expired();
    return { link, user };
  }

  /** Returns the link that undoes it. */
  const change = (user: UserRow, link: EmailLink): Promise<string> =>
    transact(db, async (trx) => {
      if (!(await takeEmailLink(trx, link.id))) throw expired();
      await refuseTaken(trx, { email: link.email }, user.id);
      await updateUser(trx, user.id, { email: link.email, email_key: keyOf(link.email), ...proven() });
      // A link sent to the old address must not give access to the account.
      await deleteResets(trx, user.id);
      await deleteInvitation(trx, user.email_key);
      return makeEmailLink(trx, deps, { user_id: user.id, purpose: 'undo', email: user.email, expires_at: now() + undoLifeMs });
    });

  return {
    /** Throws `invalid` for a link that is unknown, used, or expired, and `conflict` if another account has taken the address. */
    async confirmEmail(token: string, address: string): Promise<{ message: string }> {
      await limiter.reset(address);
      const { link, user } = await getLinked('confirm', token);
      if (keyOf(link.email) === user.email_key) {
        await transact(db, async (trx) => {
          if (!(await takeEmailLink(trx, link.id))) throw expired();
          await updateUser(trx, user.id, { email_confirmed_at: now(), email_changed_at: null });
        });
        return { message: `${user.email} is confirmed as your email address.` };
      }
      const undo = await change(user, link);
      later('could not tell an old address of a change', () => mailer.send(emailChangedEmail(user, { now: link.email, link: undo })));
      await writeAudit(
        { kind: 'user', userId: String(user.id), role: user.role },
        { action: 'email-changed', target: `user:${user.id}`, address },
      );
      return { message: `${link.email} is now your email address.` };
    },

    /** Brings the old address back and ends all sessions. Throws as `confirmEmail` does. */
    async undoEmailChange(token: string, address: string): Promise<{ message: string }> {
      await limiter.reset(address);
      const { link, user } = await getLinked('undo', token);
      await transact(db, async (trx) => {
        if (!(await takeEmailLink(trx, link.id))) throw expired();
        await refuseTaken(trx, { email: link.email }, user.id);
        await updateUser(trx, user.id, { email: link.email, email_key: keyOf(link.email), ...proven() });
        await deleteResets(trx, user.id);
        await deleteLaterLinks(trx, link);
        await endAccess(trx, user.id);
        // Whoever changed the address may have added one.
        await deletePasskeys(trx, user.id);
      });
      bus.emit('session:ended', { userId: String(user.id) });
      await writeAudit(null, { action: 'email-change-undone', target: `user:${user.id}`, address });
      const owner = { ...user, email: link.email };
      later('could not send a password reset email', async () => mailer.send(resetEmail(owner, (await deps.links.make(owner)).link)));
      return {
        message: `${link.email} is your email address again, and all sessions have ended. We've sent you a link to set a new password.`,
      };
    },
  };
}
