import type { AuthResult, OwnUser, ProfileUpdate } from '#shared/auth.ts';
import type { Language } from '#shared/language.ts';
import { type Actor, userIdOf, workspaceOf } from '#core/platform/actor.ts';
import { type Trx, transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { AccountDeps } from './deps.ts';
import { confirmLifeMs, makeEmailLink } from './email-change.ts';
import { passwordChangedEmail, emailChangeAskedEmail } from './emails.ts';
import { refuseLookAlike, usernameKeyOf, keyOf } from './look-alikes.ts';
import { findUser, updateUser, deleteInvitation, deleteResets, type UserRow } from './queries.ts';
import { refuseGuessable } from './passwords.ts';
import { createOwnRow } from './two-factor/proof.ts';
import { refuseTaken } from './registration.ts';
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

function refuseUnknownZone(timezone: string | undefined): void {
  try {
    new Date().toLocaleString('en', { timeZone: timezone });
  } catch (error) {
    const message = 'Invalid time zone';
    throw new AppError('invalid', message, { details: [{ path: 'settings.timezone', message }], cause: error });
  }
}

function changesOf({ username, email, settings }: Omit<ProfileUpdate, 'currentPassword'>) {
  return {
    ...(username !== undefined && { username, username_key: usernameKeyOf(username) }),
    ...(email !== undefined && { email, email_key: keyOf(email) }),
    ...(settings && { settings: JSON.stringify(settings) }),
  };
}

const hasOtherName = (user: UserRow, { username }: ProfileUpdate): boolean =>
  username !== undefined && usernameKeyOf(username) !== user.username_key;

interface ProfileDeps extends AccountDeps {
  sendConfirmLink: (user: UserRow, to: string) => void;
}

/** A user's own name, email address, and settings. */
export function createProfile(deps: ProfileDeps) {
  const { db, now, limiter, mailer, sendConfirmLink, writeAudit, later } = deps;
  const { getRow, requirePassword } = createOwnRow(deps);

  async function saveAddress(trx: Trx, user: UserRow): Promise<void> {
    await updateUser(trx, user.id, { email_confirmed_at: null, email_changed_at: now() });
    // A link sent to the old address must not give access to the account.
    await deleteResets(trx, user.id);
    await deleteInvitation(trx, user.email_key);
  }

  /** Returns the link with which whoever reads the current address stops it. */
  async function waitForConfirmation(trx: Trx, user: UserRow, pending: string): Promise<string> {
    await updateUser(trx, user.id, { pending_email: pending, pending_email_until: now() + confirmLifeMs });
    return makeEmailLink(trx, deps, { user, purpose: 'undo' });
  }

  /** The current address gets an email even if another account has the new one: its absence would reveal that. */
  async function announceChange(actor: Actor, user: UserRow, { wanted, stop }: { wanted: string; stop: string }): Promise<void> {
    await writeAudit(actor, { action: 'email-change-asked', target: `user:${user.id}` });
    later('email to the address to be replaced', () => mailer.send(emailChangeAskedEmail(user, { wanted, link: stop })));
    sendConfirmLink(user, wanted);
  }

  async function save(actor: Actor, user: UserRow, { currentPassword, ...update }: ProfileUpdate): Promise<OwnUser> {
    if (update.username !== undefined && update.username !== user.username) refuseLookAlike(update.username);
    refuseUnknownZone(update.settings?.timezone);
    const newEmail = update.email !== undefined && keyOf(update.email) !== user.email_key ? update.email : null;
    // The response reveals whether another account has that address or name, so attempts are limited.
    if (newEmail !== null || hasOtherName(user, update)) await limiter.naming(String(user.id));
    if (newEmail !== null)
      await requirePassword(actor, user, { given: currentPassword, otherwise: 'Enter your password to change your email address' });
    const waits = newEmail !== null && mailer.isConfigured;
    const saved = waits ? { username: update.username, settings: update.settings } : update;
    const stop = await transact(db, async (trx) => {
      await getOwner(trx, actor);
      await refuseTaken(trx, saved, user.id);
      await updateUser(trx, user.id, changesOf(saved));
      if (waits) return waitForConfirmation(trx, user, newEmail);
      if (newEmail !== null) await saveAddress(trx, user);
      return null;
    });
    if (newEmail !== null && stop !== null) await announceChange(actor, user, { wanted: newEmail, stop });
    await writeAudit(actor, { action: 'profile-changed', target: `user:${user.id}`, details: { fields: Object.keys(update).join(',') } });
    return presentSelf(deps, await getRow(actor), workspaceOf(actor));
  }

  return {
    /**
     * A new email address needs the password. Where the instance can send email, the address changes once a link sent there
     * is opened, and the response is the same if another account has it. Throws `invalid`, `conflict`.
     */
    async updateProfile(actor: Actor, update: ProfileUpdate): Promise<OwnUser> {
      const user = await getRow(actor);
      return save(actor, user, { ...update, ...(update.settings && { settings: { ...settingsOf(user), ...update.settings } }) });
    },
    /** Settings that are left out get their defaults. The name and the email address can't be empty, so they stay. */
    async replaceProfile(actor: Actor, { settings = {}, ...update }: ProfileUpdate): Promise<OwnUser> {
      return save(actor, await getRow(actor), { ...update, settings });
    },
  };
}
