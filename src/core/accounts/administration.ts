import type { Role, User } from '#shared/auth.ts';
import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import { transact, type Db, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { AccountParts } from './parts.ts';
import { findUser, hasAdmin, listUserRows, listUserRowsById, raiseTokenVersion, updateUser, type UserRow } from './queries.ts';
import type { ResetLink, ResetLinks } from './reset-links.ts';
import { keyOf, toUser } from './user.ts';

const maxListed = 10_000;

export interface UserOverview extends User {
  disabled: boolean;
  lastLoginAt: string | null;
}
const toOverview = (row: UserRow): UserOverview => ({
  ...toUser(row),
  disabled: row.disabled === 1,
  lastLoginAt: row.last_login_at === null ? null : new Date(row.last_login_at).toISOString(),
});

/** What admins and the command line do to accounts; both name them by email address. */
export function createAdministration({ db, bus, writeAudit, links }: AccountParts & { links: ResetLinks }) {
  async function getByEmail(trx: Db | Trx, email: string): Promise<UserRow> {
    const user = await findUser(trx, { email_key: keyOf(email) });
    if (!user) throw new AppError('not_found', `Account ${email} not found`);
    return user;
  }
  async function keepOneAdmin(trx: Trx): Promise<void> {
    if (!(await hasAdmin(trx))) throw new AppError('conflict', 'This is the last admin: make somebody else admin first');
  }
  /** Changes the account and ends its sessions; the rest follows after commit. */
  async function change(email: string, changes: Partial<Pick<UserRow, 'role' | 'disabled'>>): Promise<UserRow> {
    const user = await transact(db, async (trx) => {
      const { id } = await getByEmail(trx, email);
      await updateUser(trx, id, changes);
      await raiseTokenVersion(trx, id);
      await keepOneAdmin(trx);
      return getByEmail(trx, email);
    });
    bus.emit('session:ended', { userId: String(user.id) });
    return user;
  }
  return {
    async listUsers(actor: Actor): Promise<UserOverview[]> {
      requireAdmin(actor);
      return (await listUserRows(db, maxListed)).map(toOverview);
    },
    /** Those of these accounts that there are, in no order. */
    async listUsersById(actor: Actor, ids: readonly number[]): Promise<UserOverview[]> {
      requireAdmin(actor);
      return (await listUserRowsById(db, ids)).map(toOverview);
    },
    async setRole(actor: Actor, email: string, role: Role): Promise<UserOverview> {
      requireAdmin(actor);
      const user = await change(email, { role });
      await writeAudit(actor, { action: 'role-changed', target: `user:${user.id}`, details: { role } });
      return toOverview(user);
    },
    async setDisabled(actor: Actor, email: string, disabled: boolean): Promise<UserOverview> {
      requireAdmin(actor);
      const user = await change(email, { disabled: disabled ? 1 : 0 });
      await writeAudit(actor, { action: disabled ? 'user-disabled' : 'user-enabled', target: `user:${user.id}` });
      return toOverview(user);
    },
    /** For an operator without a mail server. Throws `not_found`. */
    async createResetLink(actor: Actor, email: string): Promise<ResetLink> {
      requireAdmin(actor);
      const user = await getByEmail(db, email);
      const made = await links.make(user);
      await writeAudit(actor, { action: 'reset-link-made', target: `user:${user.id}` });
      return made;
    },
  };
}
