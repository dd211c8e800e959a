import type { Actor } from '#core/platform/actor.ts';
import { transact } from '#core/platform/db/connect.ts';
import { forgetDeletedPages } from '#core/platform/db/forget-pages.ts';
import { AppError } from '#core/platform/errors.ts';
import { deleteAccount } from './deletion-queries.ts';
import type { AccountDeps } from './deps.ts';
import { exportText } from './export.ts';
import { requireAnAdmin, requireOtherAdmin } from './policy.ts';
import { findUser, type UserRow } from './queries.ts';
import { presentUser } from './user.ts';

/** Exports a user's data and deletes their account. */
export function createDeletion(deps: AccountDeps) {
  const { db, readDb, bus, now, limiter, passwords, writeAudit, userData, beforeLeaving } = deps;
  async function getRow(actor: Actor): Promise<UserRow> {
    const user = actor.kind === 'user' ? await findUser(db, { id: Number(actor.userId) }) : undefined;
    if (!user) throw new AppError('not_found', 'Account not found');
    return user;
  }

  return {
    /** Everything this instance stores about a user, as the text of an `AccountExport`. */
    async exportAccount(actor: Actor): Promise<AsyncIterable<string>> {
      const user = await getRow(actor);
      await writeAudit(actor, { action: 'account-exported', target: `user:${user.id}` });
      const head = { exportedAt: new Date(now()).toISOString(), user: await presentUser(deps, user) };
      return exportText({ db: readDb, readConversations: userData.readConversations }, head);
    },
    /** Deletes everything and ends every session. Throws `invalid` for a wrong password, `conflict` for the only admin. */
    async deleteOwn(actor: Actor, { password }: { password: string }): Promise<null> {
      const user = await getRow(actor);
      const attempt = await limiter.ownPassword(String(user.id));
      if (!(await passwords.verify(password, user.password_hash))) {
        const message = 'Wrong password';
        throw new AppError('invalid', message, { details: [{ path: 'password', message }] });
      }
      await attempt.succeed();
      // Last, because what it ends elsewhere can't be undone.
      await requireOtherAdmin(db, user);
      await beforeLeaving(user.id);
      await transact(db, async (trx) => {
        await deleteAccount(trx, { id: user.id, emailKey: user.email_key, now: now() }, userData);
        await requireAnAdmin(trx, { self: true });
      });
      await forgetDeletedPages(db);
      bus.emit('session:ended', { userId: String(user.id) });
      await writeAudit(null, { action: 'account-deleted', target: `user:${user.id}` });
      return null;
    },
  };
}
