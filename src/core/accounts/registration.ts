import type { AuthResult, Registration, Role, User } from '#shared/auth.ts';
import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { noBrowser } from './browser.ts';
import type { AccountDeps } from './deps.ts';
import { askedByServer, refuseGuessable } from './passwords.ts';
import { isPasswordOff, requireOpenRegistration, requirePasswordWay } from './policy.ts';
import { findUser, hasUsers, insertUser, type UserRow } from './queries.ts';
import { refuseLookAlike, usernameKeyOf, keyOf } from './look-alikes.ts';
import { requireSetUpCode } from './set-up-code.ts';
import { startSession } from './start-session.ts';
import { presentUser } from './user.ts';

const taken = (path: 'email' | 'username') => {
  const message = path === 'email' ? 'An account with this email address already exists' : 'This username is taken';
  return new AppError('conflict', message, { details: [{ path, message }] });
};

/** Throws `conflict` when another account has the email address or the name. */
export async function refuseTaken(trx: Trx, wanted: { email?: string; username?: string }, self?: number): Promise<void> {
  const byEmail = wanted.email === undefined ? undefined : await findUser(trx, { email_key: keyOf(wanted.email) });
  if (byEmail && byEmail.id !== self) throw taken('email');
  const byName = wanted.username === undefined ? undefined : await findUser(trx, { username_key: usernameKeyOf(wanted.username) });
  if (byName && byName.id !== self) throw taken('username');
}

function refuseBad({ username, email, password }: Registration): void {
  refuseLookAlike(username);
  refuseGuessable({ password, field: 'password', own: [email, username] });
}

type NewAccount = Pick<Registration, 'username' | 'email'> & { role: Role; hash: string };

/** Throws `conflict` when another account has the email address or the name. */
export async function insertAccount(trx: Trx, now: number, given: NewAccount): Promise<UserRow> {
  await refuseTaken(trx, given);
  const { username, email, role, hash } = given;
  const id = await insertUser(trx, {
    username,
    username_key: usernameKeyOf(username),
    email,
    email_key: keyOf(email),
    password_hash: hash,
    role,
    created_at: now,
  });
  const user = await findUser(trx, { id });
  if (!user) throw new Error('A new user was not found again');
  return user;
}

/** Creates accounts. The first of an instance becomes its admin. */
export function createRegistration(deps: AccountDeps) {
  const { config, db, now, limiter, passwords, writeAudit, isBetaMode, setUpCode, invitations } = deps;

  return {
    /** Whether anyone may register now, and what the first account must enter; null if nothing. */
    async registrationState(): Promise<{ open: boolean; firstRun: boolean; setUpCode: string | null }> {
      const firstRun = !(await hasUsers(db));
      const open =
        (config.registration === 'open' && (firstRun || !isPasswordOff(config))) || (config.registration === 'first' && firstRun);
      return { open, firstRun, setUpCode: open && firstRun ? setUpCode() : null };
    },
    async register(given: Registration, address: string, browser = noBrowser): Promise<AuthResult> {
      await limiter.register(address);
      const isBeta = await isBetaMode();
      const { invitation, email } = given;
      const invited = isBeta && invitation !== undefined ? { invitation, email } : null;
      const needsInvitation = isBeta && invited === null;
      const mayBeFirst = !(await hasUsers(db));
      if (!mayBeFirst) requirePasswordWay(config);
      requireOpenRegistration(config, { isFirst: mayBeFirst, needsInvitation });
      if (mayBeFirst) await requireSetUpCode(deps, given.setUpCode, address);
      if (invited) await invitations.check(db, invited);
      refuseBad(given);
      const hash = await passwords.hash(given.password, { address });
      const user = await transact(db, async (trx) => {
        // Only who was asked for the set-up code becomes the first.
        const isFirst = mayBeFirst && !(await hasUsers(trx));
        requireOpenRegistration(config, { isFirst, needsInvitation });
        if (invited) await invitations.use(trx, invited);
        return insertAccount(trx, now(), { ...given, hash, role: isFirst ? 'admin' : 'user' });
      });
      await writeAudit(
        { kind: 'user', userId: String(user.id), role: user.role },
        { action: 'register', target: `user:${user.id}`, details: { role: user.role }, address },
      );
      return startSession(deps, user, { address, browser });
    },
    /** For admins, regardless of registration and beta mode. Throws `conflict`, `invalid`. */
    async addUser(actor: Actor, given: Registration & { role?: Role }): Promise<User> {
      requireAdmin(actor);
      refuseBad(given);
      const hash = await passwords.hash(given.password, askedByServer);
      const user = await transact(db, async (trx) =>
        insertAccount(trx, now(), { ...given, hash, role: (await hasUsers(trx)) ? (given.role ?? 'user') : 'admin' }),
      );
      await writeAudit(actor, { action: 'user-added', target: `user:${user.id}`, details: { role: user.role } });
      return presentUser(deps, user);
    },
  };
}
