import type { AuthResult } from '#shared/auth.ts';
import type { Actor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import type { AccountDeps } from './deps.ts';
import { findUser, listUserRows, replaceHash, updateUser, type UserRow } from './queries.ts';
import { authResultFor, keyOf } from './user.ts';

export interface Session {
  actor: Actor & { kind: 'user' };
  /** UTC ms. */
  expiresAt: number;
}

interface SessionDeps extends AccountDeps {
  /** Remembers the row that an actor was created from. */
  readRows: WeakMap<Actor, UserRow>;
}

/** Signs users in and verifies their sessions. */
export function createSessions(deps: SessionDeps) {
  const { db, now, limiter, passwords, tokens, readRows, writeAudit } = deps;
  /** Throws `unauthenticated` for a token that is invalid, expired, or from before all sessions were ended. */
  async function sessionFrom(token: string): Promise<Session> {
    const { userId, version, expiresAt } = await tokens.verify(token);
    const user = await findUser(db, { id: Number(userId) });
    if (!user || user.disabled === 1 || user.token_version !== version)
      throw new AppError('unauthenticated', 'Your session has ended. Sign in again.');
    const actor = { kind: 'user', userId, role: user.role } as const;
    readRows.set(actor, user);
    return { actor, expiresAt };
  }

  async function refreshHash(user: UserRow, password: string): Promise<void> {
    if (!passwords.isOutdated(user.password_hash)) return;
    await replaceHash(db, user.id, { from: user.password_hash, to: await passwords.hash(password) });
  }

  return {
    sessionFrom,
    actorFrom: async (token: string): Promise<Actor> => (await sessionFrom(token)).actor,
    /** Gives the same response after the same work for an unknown address, a wrong password, and a disabled account. */
    async signIn({ email, password }: { email: string; password: string }, address: string): Promise<AuthResult> {
      const key = keyOf(email);
      const attempt = await limiter.login(key, address);
      const user = await findUser(db, { email_key: key });
      const isRight = await passwords.verify(password, user?.password_hash);
      if (!user || !isRight || user.disabled === 1) {
        await writeAudit(null, { action: 'login-failed', target: user ? `user:${user.id}` : null, address });
        throw new AppError('unauthenticated', 'Invalid credentials');
      }
      await attempt.succeed();
      await refreshHash(user, password);
      await updateUser(db, user.id, { last_login_at: now() });
      const result = await authResultFor(deps, user);
      await writeAudit({ kind: 'user', userId: result.user.id, role: user.role }, { action: 'login', target: `user:${user.id}`, address });
      return result;
    },
    /**
     * Signs in to the oldest account without a password, for demos; only for the system. Throws `not_found` when there is no
     * account.
     */
    async signInFirst(actor: Actor): Promise<AuthResult> {
      if (actor.kind !== 'system') throw new AppError('forbidden', 'Only the system may do this');
      const [user] = await listUserRows(db, 1);
      if (!user) throw new AppError('not_found', 'No account exists yet');
      return authResultFor(deps, user);
    },
  };
}
