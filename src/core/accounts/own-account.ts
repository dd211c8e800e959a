import type { AuthResult, ProfileUpdate, User } from '#shared/auth.ts';
import type { Actor } from '#core/platform/actor.ts';
import { transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { noBrowser } from './browser.ts';
import type { AccountDeps } from './deps.ts';
import { deleteInvitation, deleteResets, findUser, updateUser, type UserRow } from './queries.ts';
import { refuseGuessable } from './refused-passwords.ts';
import { refuseTaken } from './registration.ts';
import { endAccess } from './session-queries.ts';
import { type Client, startSession } from './start-session.ts';
import { keyOf, presentUser, settingsOf } from './user.ts';

function refuseUnknownZone(timezone: string | undefined): void {
  try {
    new Date().toLocaleString('en', { timeZone: timezone });
  } catch (error) {
    const message = 'Invalid time zone';
    throw new AppError('invalid', message, { details: [{ path: 'settings.timezone', message }], cause: error });
  }
}

function changesOf(user: UserRow, { username, email, settings }: ProfileUpdate) {
  return {
    ...(username !== undefined && { username, username_key: keyOf(username) }),
    ...(email !== undefined && { email, email_key: keyOf(email) }),
    ...(settings && { settings: JSON.stringify({ ...settingsOf(user), ...settings }) }),
  };
}

const asksForAnother = (user: UserRow, { email_key, username_key }: ReturnType<typeof changesOf>): boolean =>
  (email_key ?? user.email_key) !== user.email_key || (username_key ?? user.username_key) !== user.username_key;

interface OwnAccountDeps extends AccountDeps {
  /** Rows that actors were created from, so that the same request needn't read them again. */
  readRows: WeakMap<Actor, UserRow>;
}

/** What users change about their own account. */
export function createOwnAccount(deps: OwnAccountDeps) {
  const { db, bus, limiter, passwords, readRows, writeAudit } = deps;
  async function getRow(actor: Actor): Promise<UserRow> {
    const user = actor.kind === 'user' ? await findUser(db, { id: Number(actor.userId) }) : undefined;
    if (!user) throw new AppError('not_found', 'Account not found');
    return user;
  }

  return {
    getUser: async (actor: Actor): Promise<User> => presentUser(deps, readRows.get(actor) ?? (await getRow(actor))),
    async updateProfile(actor: Actor, update: ProfileUpdate): Promise<User> {
      const user = await getRow(actor);
      refuseUnknownZone(update.settings?.timezone);
      const changes = changesOf(user, update);
      // The response reveals whether another account has that address or name, so attempts are limited.
      if (asksForAnother(user, changes)) await limiter.naming(String(user.id));
      await transact(db, async (trx) => {
        await refuseTaken(trx, update, user.id);
        await updateUser(trx, user.id, changes);
        if (changes.email_key === undefined || changes.email_key === user.email_key) return;
        // A link sent to the old address must not give access to the account.
        await deleteResets(trx, user.id);
        await deleteInvitation(trx, user.email_key);
      });
      await writeAudit(actor, { action: 'profile-changed', target: `user:${user.id}`, details: { fields: Object.keys(update).join(',') } });
      return presentUser(deps, await getRow(actor));
    },
    /** Ends every session and API token and answers with a new session. Throws `invalid` for a wrong current password. */
    async changePassword(
      actor: Actor,
      { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
      client: Client = { address: '', browser: noBrowser },
    ): Promise<AuthResult> {
      const user = await getRow(actor);
      const attempt = await limiter.ownPassword(String(user.id));
      if (!(await passwords.verify(currentPassword, user.password_hash))) {
        await writeAudit(actor, { action: 'password-change-failed', target: `user:${user.id}` });
        const message = 'Wrong current password';
        throw new AppError('invalid', message, { details: [{ path: 'currentPassword', message }] });
      }
      await attempt.succeed();
      refuseGuessable({ password: newPassword, field: 'newPassword', own: [user.email, user.username] });
      const hash = await passwords.hash(newPassword);
      await transact(db, async (trx) => {
        await updateUser(trx, user.id, { password_hash: hash });
        await endAccess(trx, user.id);
        await deleteResets(trx, user.id);
      });
      bus.emit('session:ended', { userId: String(user.id) });
      await writeAudit(actor, { action: 'password-changed', target: `user:${user.id}` });
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
