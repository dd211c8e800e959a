import { isoTime } from '#core/platform/clock.ts';
import type { AdminInvitation, Invited } from '#shared/admin.ts';
import type { Role, User } from '#shared/auth.ts';
import type { Language } from '#shared/language.ts';
import { dayMs } from '#shared/time.ts';
import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { AccountDeps } from './deps.ts';
import { invitationEmail } from './emails.ts';
import { requireAnAdmin } from './policy.ts';
import { findUser, listUserRows, listUserRowsById, updateUser, type ListedUser, type UserRow } from './queries.ts';
import type { ResetLink, ResetLinks } from './reset-links.ts';
import { newSecret } from './secret.ts';
import { allKept, type Kept } from './security-stamp.ts';
import { keyOf } from './look-alikes.ts';
import type { createRegistration } from './registration.ts';
import { presentUser, presentUsers, settingsOf, languageFor } from './user.ts';
import { createTelling } from './workspaces/access.ts';

const maxListed = 10_000;

export interface UserOverview extends User {
  disabled: boolean;
  lastLoginAt: string | null;
}

const overviewOf = (user: User, { disabled, last_login_at }: ListedUser): UserOverview => ({
  ...user,
  disabled: disabled === 1,
  lastLoginAt: isoTime(last_login_at),
});

async function presentOverviews(deps: AccountDeps, rows: readonly ListedUser[]): Promise<UserOverview[]> {
  const byId = new Map(rows.map((row) => [String(row.id), row]));
  return (await presentUsers(deps, rows)).flatMap((user) => {
    const row = byId.get(user.id);
    return row ? [overviewOf(user, row)] : [];
  });
}

/** Account management for admins and the command line, which name accounts by email address. */
export function createAdministration(deps: AccountDeps & { links: ResetLinks }) {
  const { db, stamps, writeAudit, links } = deps;
  const tell = createTelling(deps);
  const present = async (row: ListedUser): Promise<UserOverview> => overviewOf(await presentUser(deps, row), row);
  async function getByEmail(trx: Db | Trx, email: string): Promise<UserRow> {
    const user = await findUser(trx, { email_key: keyOf(email) });
    if (!user) throw new AppError('not_found', `Account ${email} not found`);
    return user;
  }
  /** Changes the account and ends its sessions; a disabled account keeps no API token for when it is enabled again. */
  async function change(email: string, changes: Partial<Pick<UserRow, 'role' | 'disabled'>>): Promise<UserRow> {
    const { id } = await getByEmail(db, email);
    const kept: readonly Kept[] = changes.disabled === 1 ? ['passkeys'] : allKept;
    return stamps.rotate(
      id,
      async (trx) => {
        await updateUser(trx, id, changes);
        await requireAnAdmin(trx, { self: false });
      },
      kept,
    );
  }
  return {
    async listUsers(actor: Actor): Promise<UserOverview[]> {
      requireAdmin(actor);
      return presentOverviews(deps, await listUserRows(db, maxListed));
    },
    /** Those of these accounts that exist, in no particular order. */
    async listUsersById(actor: Actor, ids: readonly number[]): Promise<UserOverview[]> {
      requireAdmin(actor);
      return presentOverviews(deps, await listUserRowsById(db, ids));
    },
    async setRole(actor: Actor, email: string, role: Role): Promise<UserOverview> {
      requireAdmin(actor);
      const user = await change(email, { role });
      await writeAudit(actor, { action: 'role-changed', target: `user:${user.id}`, details: { role } });
      return present(user);
    },
    /** Of emails and notifications. */
    async setLanguage(actor: Actor, email: string, language: Language): Promise<UserOverview> {
      requireAdmin(actor);
      const user = await getByEmail(db, email);
      const settings = JSON.stringify({ ...settingsOf(user), language });
      await updateUser(db, user.id, { settings });
      await writeAudit(actor, { action: 'profile-changed', target: `user:${user.id}`, details: { fields: 'settings' } });
      return present({ ...user, settings });
    },
    async setDisabled(actor: Actor, email: string, disabled: boolean): Promise<UserOverview> {
      requireAdmin(actor);
      const user = await change(email, { disabled: disabled ? 1 : 0 });
      // Members of its workspace lose it, or get it back.
      await tell(user.id);
      await writeAudit(actor, { action: disabled ? 'user-disabled' : 'user-enabled', target: `user:${user.id}` });
      return present(user);
    },
    /** For admins without an email server. Throws `not_found`. */
    async createResetLink(actor: Actor, email: string): Promise<Pick<ResetLink, 'link' | 'expiresAt'>> {
      requireAdmin(actor);
      const user = await getByEmail(db, email);
      const { link, expiresAt } = await links.make(user);
      await writeAudit(actor, { action: 'reset-link-made', target: `user:${user.id}` });
      return { link, expiresAt };
    },
  };
}

const invitationDays = 3;

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
      const { id } = await addUser(actor, { ...given, password: newSecret() });
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
