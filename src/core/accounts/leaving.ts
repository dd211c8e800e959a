import type { AccountExport } from '#shared/auth.ts';
import { product, version } from '#shared/product.ts';
import type { Actor } from '#core/platform/actor.ts';
import { transact } from '#core/platform/db/connect.ts';
import { forgetDeletedPages } from '#core/platform/db/forget-pages.ts';
import { listOwnedTables } from '#core/platform/db/owned.ts';
import { AppError } from '#core/platform/errors.ts';
import { deleteAccount, listConversations, listOwned } from './leaving-queries.ts';
import type { AccountParts } from './parts.ts';
import { findUser, hasAdmin, hasOtherAdmin, type UserRow } from './queries.ts';
import { toUser } from './user.ts';

/** Of use to nobody but this server, or the key to something. */
const leftOut = new Set(['password_resets', 'undos', 'ai_reservations', 'reddit_states']);
const isSecret = (column: string): boolean => /token|secret|password|hash|cipher|sealed|encrypted|credential|network|voter/.test(column);

const lastAdmin = () => new AppError('conflict', 'You are the last admin: make somebody else admin first');

/** Taking everything along, and going. */
export function createLeaving({ db, bus, now, limiter, passwords, writeAudit, beforeLeaving }: AccountParts) {
  async function getRow(actor: Actor): Promise<UserRow> {
    const user = actor.kind === 'user' ? await findUser(db, { id: Number(actor.userId) }) : undefined;
    if (!user) throw new AppError('not_found', 'There is no such account');
    return user;
  }

  return {
    /** Everything this instance keeps about somebody, table by table, without passwords and tokens. */
    async exportAccount(actor: Actor): Promise<AccountExport> {
      const user = await getRow(actor);
      const tables = await listOwnedTables(db);
      const data: AccountExport['data'] = {};
      for (const table of tables.filter(({ name }) => !leftOut.has(name))) {
        const columns = table.columns.filter((column) => !isSecret(column)).map((column) => `${table.name}.${column}`);
        data[table.name] = await listOwned(db, tables, { table, userId: user.id }).select(columns);
      }
      data['conversations'] = await listConversations(db, user.id);
      await writeAudit(actor, { action: 'account-exported', target: `user:${user.id}` });
      return { product, version, exportedAt: new Date(now()).toISOString(), user: toUser(user), data };
    },
    /** Everything goes and every session ends. Throws `invalid` for a wrong password, `conflict` for the last admin. */
    async deleteOwn(actor: Actor, { password }: { password: string }): Promise<null> {
      const user = await getRow(actor);
      const attempt = await limiter.ownPassword(String(user.id));
      if (!(await passwords.verify(password, user.password_hash))) {
        const message = 'This is not your password';
        throw new AppError('invalid', message, { details: [{ path: 'password', message }] });
      }
      await attempt.succeed();
      // What is ended elsewhere cannot be taken back.
      if (user.role === 'admin' && !(await hasOtherAdmin(db, user.id))) throw lastAdmin();
      await beforeLeaving(user.id);
      await transact(db, async (trx) => {
        await deleteAccount(trx, { id: user.id, emailKey: user.email_key, now: now() });
        if (!(await hasAdmin(trx))) throw lastAdmin();
      });
      await forgetDeletedPages(db);
      bus.emit('session:ended', { userId: String(user.id) });
      await writeAudit(null, { action: 'account-deleted', target: `user:${user.id}` });
      return null;
    },
  };
}
