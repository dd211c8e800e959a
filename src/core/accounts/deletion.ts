import { isoTime } from '#core/platform/clock.ts';
import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import { transact } from '#core/platform/db/connect.ts';
import { forgetDeletedPages } from '#core/platform/guards/page-queries.ts';
import { AppError } from '#core/platform/errors.ts';
import { deleteAccount } from './deletion-queries.ts';
import type { AccountDeps } from './deps.ts';
import { exportText } from './export.ts';
import { requireAnAdmin, requireOtherAdmin } from './policy.ts';
import { findUser, hasAdmin, type UserRow } from './queries.ts';
import { keyOf } from './key.ts';
import { getOwner } from './security-stamp.ts';
import { presentUser } from './user.ts';
import { createTelling, leaveWorkspace } from './workspaces/access.ts';
import { listMembersOf, listWorkspacesOf } from './workspaces/queries.ts';

/** Exports a user's data and deletes their account. */
export function createDeletion(deps: AccountDeps) {
  const { db, exportDb, bus, now, limiter, passwords, writeAudit, userData, beforeLeaving } = deps;
  const tell = createTelling(deps);

  /** By its owner, unless their access ended while the password was checked, or by an admin. */
  async function remove(user: UserRow, owner: Actor | null): Promise<void> {
    // Before Reddit is disconnected, which cancels what waits to be sent.
    const left = await transact(db, async (trx) => {
      const places = await listWorkspacesOf(trx, user.id);
      for (const id of places) await leaveWorkspace(trx, deps, { workspace_id: id, user_id: user.id });
      return places;
    });
    const members = (await listMembersOf(db, user.id)).map(({ user_id }) => user_id);
    await beforeLeaving(user.id);
    await transact(db, async (trx) => {
      if (owner !== null) await getOwner(trx, owner);
      await deleteAccount(trx, { id: user.id, emailKey: user.email_key, now: now() }, userData);
      await requireAnAdmin(trx, { self: owner !== null });
    });
    await forgetDeletedPages(db);
    bus.emit('session:ended', { userId: String(user.id) });
    for (const id of left) await tell(id);
    await tell(user.id, ...members);
  }

  return {
    /** Everything this instance stores about a user, as the text of an `AccountExport`. */
    async exportAccount(actor: Actor): Promise<AsyncIterable<string>> {
      const user = await getOwner(db, actor);
      await writeAudit(actor, { action: 'account-exported', target: `user:${user.id}` });
      const head = { exportedAt: isoTime(now()), user: await presentUser(deps, user) };
      return exportText({ db: exportDb, readConversations: userData.readConversations }, head);
    },
    /** Deletes everything and ends every session. Throws `invalid` for a wrong password, `conflict` for the only admin. */
    async deleteOwn(actor: Actor, { password }: { password: string }): Promise<null> {
      const user = await getOwner(db, actor);
      const attempt = await limiter.ownPassword(String(user.id));
      if (!(await passwords.verify(password, user.password_hash, { userId: String(user.id) }))) {
        const message = 'Wrong password';
        throw new AppError('invalid', message, { details: [{ path: 'password', message }] });
      }
      await attempt.succeed();
      // Last, because what it ends elsewhere can't be undone.
      await getOwner(db, actor);
      await requireOtherAdmin(db, user);
      await remove(user, actor);
      await writeAudit(null, { action: 'account-deleted', target: `user:${user.id}` });
      return null;
    },
    /** For admins: someone else's account with everything in it. Throws `not_found`, `conflict` for their own. */
    async deleteUser(actor: Actor, email: string): Promise<{ username: string; email: string }> {
      requireAdmin(actor);
      const user = await findUser(db, { email_key: keyOf(email) });
      if (!user) throw new AppError('not_found', `Account ${email} not found`);
      if (actor.kind === 'user' && Number(actor.userId) === user.id)
        throw new AppError('conflict', 'This is your own account. Delete it under Settings → Data.');
      if (user.role === 'admin' && !(await hasAdmin(db, { except: user.id })))
        throw new AppError('conflict', `${user.username} is the only admin. Make another user an admin first.`);
      await remove(user, null);
      await writeAudit(actor, { action: 'account-deleted', target: `user:${user.id}` });
      return { username: user.username, email: user.email };
    },
  };
}
