import type { AccountExport } from '#shared/auth.ts';
import { product, version } from '#shared/product.ts';
import { isoTime } from '#core/platform/clock.ts';
import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import { transact, type Db } from '#core/platform/db/connect.ts';
import { listOwnedTables } from '#core/platform/db/owned.ts';
import { forgetDeletedPages } from '#core/platform/guards/queries.ts';
import { AppError } from '#core/platform/errors.ts';
import type { AccountDeps } from './deps.ts';
import type { UserData } from './user-data.ts';
import { requireAnAdmin, requireOtherAdmin } from './policy.ts';
import { findUser, hasAdmin, type UserRow, deleteAccount, readOwned } from './queries.ts';
import { keyOf } from './look-alikes.ts';
import { getOwner } from './security-stamp.ts';
import { presentUser } from './user.ts';
import { createTelling, leaveWorkspace } from './workspaces/access.ts';
import { listMembersOf, listWorkspacesOf } from './workspaces/queries.ts';

/** Tables that are useless outside this server or contain keys. */
const leftOut = new Set([
  'password_resets',
  'email_links',
  'two_factor',
  'recovery_codes',
  'pairing_codes',
  'oauth_codes',
  'undos',
  'ai_reservations',
  'reddit_states',
]);
const isSecret = (column: string): boolean => /token|secret|password|hash|cipher|sealed|encrypted|credential|network|voter/.test(column);

/** Rows of one table as a JSON array, a page at a time. */
async function* arrayText(pages: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  let lead = '[\n';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield lead + rows.map((row) => JSON.stringify(row)).join(',\n');
    lead = ',\n';
  }
  yield lead === '[\n' ? '[]' : '\n]';
}

interface ExportDeps {
  db: Db;
  readConversations: UserData['readConversations'];
}

/**
 * An `AccountExport` as text, table by table, without passwords and tokens. Produced only as fast as it is read, because it may
 * be larger than memory.
 */
async function* exportText(
  { db, readConversations }: ExportDeps,
  head: Omit<AccountExport, 'data' | 'product' | 'version'>,
): AsyncGenerator<string> {
  const userId = Number(head.user.id);
  yield `${JSON.stringify({ product, version, ...head }).slice(0, -1)},"data":{`;
  const tables = await listOwnedTables(db);
  for (const table of tables.filter(({ name }) => !leftOut.has(name))) {
    const columns = table.columns.filter((column) => !isSecret(column));
    yield `${JSON.stringify(table.name)}:`;
    yield* arrayText(readOwned(db, tables, { table, columns, userId }));
    yield ',\n';
  }
  yield '"conversations":';
  yield* arrayText(readConversations(db, userId));
  yield '}}\n';
}

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
