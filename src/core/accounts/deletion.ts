import type { AccountExport } from '#shared/auth.ts';
import { product, version } from '#shared/product.ts';
import type { Actor } from '#core/platform/actor.ts';
import { transact } from '#core/platform/db/connect.ts';
import { forgetDeletedPages } from '#core/platform/db/forget-pages.ts';
import { listOwnedTables } from '#core/platform/db/owned.ts';
import { AppError } from '#core/platform/errors.ts';
import { deleteAccount, listOwned } from './deletion-queries.ts';
import type { AccountDeps } from './deps.ts';
import { requireAnAdmin, requireOtherAdmin } from './policy.ts';
import { findUser, type UserRow } from './queries.ts';
import { presentUser } from './user.ts';

/** Of no use outside this server, or the key to something. */
const leftOut = new Set(['password_resets', 'undos', 'ai_reservations', 'reddit_states']);
const isSecret = (column: string): boolean => /token|secret|password|hash|cipher|sealed|encrypted|credential|network|voter/.test(column);

/** Exporting one's data and deleting one's account. */
export function createDeletion(deps: AccountDeps) {
  const { db, bus, now, limiter, passwords, writeAudit, userData, beforeLeaving } = deps;
  async function getRow(actor: Actor): Promise<UserRow> {
    const user = actor.kind === 'user' ? await findUser(db, { id: Number(actor.userId) }) : undefined;
    if (!user) throw new AppError('not_found', 'Account not found');
    return user;
  }

  return {
    /** Everything this instance keeps about a user, table by table, without passwords and tokens. */
    async exportAccount(actor: Actor): Promise<AccountExport> {
      const user = await getRow(actor);
      const tables = await listOwnedTables(db);
      const data: AccountExport['data'] = {};
      for (const table of tables.filter(({ name }) => !leftOut.has(name))) {
        const columns = table.columns.filter((column) => !isSecret(column)).map((column) => `${table.name}.${column}`);
        data[table.name] = await listOwned(db, tables, { table, userId: user.id }).select(columns);
      }
      data['conversations'] = await userData.listConversations(db, user.id);
      await writeAudit(actor, { action: 'account-exported', target: `user:${user.id}` });
      return { product, version, exportedAt: new Date(now()).toISOString(), user: await presentUser(deps, user), data };
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
      // What is ended elsewhere can't be undone.
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
