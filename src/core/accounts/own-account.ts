import type { AuthResult, OwnUser } from '#shared/auth.ts';
import type { Language } from '#shared/language.ts';
import { type Actor, userIdOf, workspaceOf } from '#core/platform/actor.ts';
import type { Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { AccountDeps } from './deps.ts';
import { passwordChangedEmail } from './emails.ts';
import { findUser, updateUser } from './queries.ts';
import { refuseGuessable } from './refused-passwords.ts';
import { createOwnRow } from './own-row.ts';
import { ownOrigin } from './reset-links.ts';
import { allKept, getOwner } from './security-stamp.ts';
import { noClient, startSession } from './start-session.ts';
import { presentSelf, settingsOf } from './user.ts';

/** What users change about their own account. */
export function createOwnAccount(deps: AccountDeps) {
  const { config, readDb, readCache, stamps, mailer, passwords, writeAudit, later } = deps;
  const { getRow, requirePassword } = createOwnRow(deps);

  async function readUser(actor: Actor): Promise<OwnUser> {
    const user = await findUser(readDb, { id: userIdOf(actor) });
    if (!user) throw new AppError('not_found', 'Account not found');
    return presentSelf({ db: readDb, userData: deps.userData }, user, workspaceOf(actor));
  }

  return {
    /** Empty for the system, which has none. */
    async receiverOf(actor: Actor): Promise<{ to: string; language: Language | undefined }> {
      if (actor.kind === 'system') return { to: '', language: undefined };
      const user = await getRow(actor);
      return { to: user.email, language: settingsOf(user).language };
    },
    getUser: (actor: Actor): Promise<OwnUser> => readCache.row(`user:${userIdOf(actor)}:${workspaceOf(actor)}`, () => readUser(actor)),
    /** Ends all access, or keeps passkeys, API tokens, and feeds, and returns a new session. Throws `invalid` for a wrong password. */
    async changePassword(
      actor: Actor,
      given: { currentPassword: string; newPassword: string; keepPasskeysAndTokens?: boolean },
      client = noClient,
    ): Promise<AuthResult> {
      const { currentPassword, newPassword, keepPasskeysAndTokens: isKept = false } = given;
      const user = await getRow(actor);
      await requirePassword(actor, user, { given: currentPassword, otherwise: 'Wrong current password' });
      refuseGuessable({ password: newPassword, field: 'newPassword', own: [user.email, user.username] });
      const hash = await passwords.hash(newPassword, { userId: String(user.id) });
      const save = async (trx: Trx) => {
        await getOwner(trx, actor);
        await updateUser(trx, user.id, { password_hash: hash });
      };
      const changed = await stamps.rotate(user.id, save, isKept ? allKept : []);
      await writeAudit(actor, { action: 'password-changed', target: `user:${user.id}`, details: { kept: isKept } });
      if (mailer.isConfigured)
        later('email about a new password', () => mailer.send(passwordChangedEmail(user, { origin: ownOrigin(config), isKept })));
      return startSession(deps, changed, client);
    },
    async logoutEverywhere(actor: Actor): Promise<null> {
      const user = await getRow(actor);
      await stamps.rotate(user.id, (trx) => getOwner(trx, actor), ['passkeys']);
      await writeAudit(actor, { action: 'sessions-ended', target: `user:${user.id}` });
      return null;
    },
  };
}
