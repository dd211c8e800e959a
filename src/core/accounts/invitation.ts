import { randomBytes } from 'node:crypto';
import type { AdminInvitation, Invited } from '#shared/admin.ts';
import { dayMs } from '#shared/time.ts';
import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import type { AccountDeps } from './deps.ts';
import { invitationEmail } from './emails.ts';
import { findUser } from './queries.ts';
import type { createRegistration } from './registration.ts';
import type { ResetLinks } from './reset-links.ts';
import { languageFor } from './user.ts';

export const invitationDays = 3;

interface InvitationDeps extends Pick<AccountDeps, 'db' | 'mailer' | 'log'> {
  addUser: ReturnType<typeof createRegistration>['addUser'];
  links: ResetLinks;
}

/** Accounts that admins create for others, who set the password themselves. */
export function createInvitation({ db, mailer, log, addUser, links }: InvitationDeps) {
  return {
    /** Emails the link if there is an email server; the admin gets it anyway. Throws `conflict` for a name or address that is taken. */
    async inviteUser(actor: Actor, given: AdminInvitation): Promise<Invited> {
      requireAdmin(actor);
      // No one knows this password; the link replaces it.
      const { id } = await addUser(actor, { ...given, password: randomBytes(32).toString('base64url') });
      const row = await findUser(db, { id: Number(id) });
      if (!row) throw new AppError('not_found', 'Account not found');
      const { link, expiresAt } = await links.make(row, invitationDays * dayMs);
      if (!mailer.isConfigured) return { id, link, expiresAt, emailed: false };
      try {
        await mailer.send(invitationEmail(row, { link, days: invitationDays, language: await languageFor(db, actor, row.email) }));
        return { id, link, expiresAt, emailed: true };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        log.warn({ reason: error.message }, 'could not email an invitation');
        return { id, link, expiresAt, emailed: false };
      }
    },
  };
}
