import type { AuthResult, User } from '#shared/auth.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import { transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { noBrowser } from './browser.ts';
import type { AccountDeps } from './deps.ts';
import { passwordChangedEmail } from './emails.ts';
import { deleteResets, findUser, updateUser } from './queries.ts';
import { refuseGuessable } from './refused-passwords.ts';
import { createOwnRow } from './own-row.ts';
import { ownOrigin } from './reset-links.ts';
import { endAccess } from './session-queries.ts';
import { type Client, startSession } from './start-session.ts';
import { presentUser } from './user.ts';

/** What users change about their own account. */
export function createOwnAccount(deps: AccountDeps) {
  const { config, db, readDb, readCache, bus, mailer, passwords, writeAudit, later } = deps;
  const { getRow, requirePassword } = createOwnRow(deps);

  async function readUser(actor: Actor): Promise<User> {
    const user = await findUser(readDb, { id: userIdOf(actor) });
    if (!user) throw new AppError('not_found', 'Account not found');
    return presentUser({ db: readDb, userData: deps.userData }, user);
  }

  return {
    /** Empty for the system, which has none. */
    emailOf: async (actor: Actor): Promise<string> => (actor.kind === 'system' ? '' : (await getRow(actor)).email),
    getUser: (actor: Actor): Promise<User> => readCache.row(`user:${userIdOf(actor)}`, () => readUser(actor)),
    /** Ends every session and API token and returns a new session. Throws `invalid` for a wrong current password. */
    async changePassword(
      actor: Actor,
      { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
      client: Client = { address: '', browser: noBrowser },
    ): Promise<AuthResult> {
      const user = await getRow(actor);
      await requirePassword(actor, user, { given: currentPassword, otherwise: 'Wrong current password' });
      refuseGuessable({ password: newPassword, field: 'newPassword', own: [user.email, user.username] });
      const hash = await passwords.hash(newPassword);
      await transact(db, async (trx) => {
        await updateUser(trx, user.id, { password_hash: hash });
        await endAccess(trx, user.id);
        await deleteResets(trx, user.id);
      });
      bus.emit('session:ended', { userId: String(user.id) });
      await writeAudit(actor, { action: 'password-changed', target: `user:${user.id}` });
      if (mailer.isConfigured) later('could not tell of a new password', () => mailer.send(passwordChangedEmail(user, ownOrigin(config))));
      return startSession(deps, await getRow(actor), client);
    },
    async logoutEverywhere(actor: Actor): Promise<null> {
      const user = await getRow(actor);
      await transact(db, (trx) => endAccess(trx, user.id));
      bus.emit('session:ended', { userId: String(user.id) });
      await writeAudit(actor, { action: 'sessions-ended', target: `user:${user.id}` });
      return null;
    },
  };
}
