import { isoTime } from '#core/platform/clock.ts';
import type { AuthResult, Credentials, SignedInDevice } from '#shared/auth.ts';
import { minuteMs } from '#shared/time.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { noBrowser } from './browser.ts';
import type { AccountDeps } from './deps.ts';
import { findUser, listUserRows, replaceHash, type UserRow } from './queries.ts';
import { requirePasswordWay } from './policy.ts';
import { isCurrent, sessionEnded } from './security-stamp.ts';
import { deleteSessions, findSession, listSessions, noteSessionUse, type SessionUser } from './session-queries.ts';
import { completeSignIn, startSession } from './start-session.ts';
import { createSecondStep } from './two-factor/proof.ts';
import { keyOf } from './look-alikes.ts';

export interface Session {
  actor: Actor & { kind: 'user' };
  /** UTC ms. */
  expiresAt: number;
}

/** Reads what the session began with, and returns what asks the issuer for its log-out page; null if it has none. */
type IssuerLogout = (actor: Actor) => Promise<() => Promise<string | null>>;

/** Verifies sessions, and ends single ones. */
export function createSessions(deps: AccountDeps & { issuerLogout: IssuerLogout }) {
  const { db, readDb, readCache, bus, log, now, tokens, writeAudit } = deps;

  /** Not awaited, because a full disk must not keep users from reading. */
  function noteUse(id: number, { last_used_at, address }: SessionUser, from: string | undefined): void {
    if (now() - last_used_at < minuteMs) return;
    noteSessionUse(db, id, { last_used_at: now(), address: from ?? address }).catch((error: unknown) =>
      log.debug({ err: error }, 'the last use of a session was not noted'),
    );
  }

  /** Throws `unauthenticated` for a token that is invalid, expired, or from an ended session. */
  async function sessionFrom(token: string, address?: string): Promise<Session> {
    const { userId, stamp, sessionId, expiresAt } = await tokens.verify(token);
    const found = await readCache.row(`session:${sessionId}`, () => findSession(readDb, Number(sessionId)));
    if (!isCurrent(found, stamp) || found.id !== Number(userId)) throw sessionEnded();
    noteUse(Number(sessionId), found, address);
    const { workspace, member } = found;
    const place = workspace === null || member === null ? {} : { workspaceId: String(workspace), member };
    const actor = { kind: 'user', userId, role: found.role, sessionId, stamp, ...place } as const;
    return { actor, expiresAt };
  }

  async function end(actor: Actor, sessionId: string): Promise<void> {
    const userId = userIdOf(actor);
    if ((await deleteSessions(db, userId, [Number(sessionId)])) === 0) throw new AppError('not_found', 'Session not found');
    bus.emit('session:ended', { userId: String(userId), sessionId });
    await writeAudit(actor, { action: 'session-ended', target: `user:${userId}` });
  }

  return {
    sessionFrom,
    actorFrom: async (token: string, address?: string): Promise<Actor> => (await sessionFrom(token, address)).actor,
    async listSessions(actor: Actor): Promise<{ items: SignedInDevice[] }> {
      const current = actor.kind === 'user' ? actor.sessionId : undefined;
      const rows = await listSessions(db, userIdOf(actor), now());
      return {
        items: rows.map(({ id, device, address, created_at, last_used_at }) => ({
          id: String(id),
          device,
          address,
          createdAt: isoTime(created_at),
          lastUsedAt: isoTime(last_used_at),
          current: String(id) === current,
        })),
      };
    },
    /** Throws `not_found` for another user's session. */
    endSession: (actor: Actor, id: string): Promise<null> => end(actor, id).then(() => null),
    /** Ends the current session. One that began at an issuer can be ended there, too. */
    async logout(actor: Actor): Promise<{ logoutUrl: string } | null> {
      if (actor.kind !== 'user' || actor.sessionId === undefined) return null;
      const findUrl = await deps.issuerLogout(actor);
      await end(actor, actor.sessionId);
      const logoutUrl = await findUrl();
      return logoutUrl === null ? null : { logoutUrl };
    },
  };
}

/** Signs users in with a password and, if they turned that on, a code. */
export function createSignIn(deps: AccountDeps) {
  const { config, db, readDb, limiter, passwords, deviceTokens, writeAudit } = deps;
  const { requireCode } = createSecondStep(deps);

  async function refreshHash(user: UserRow, password: string): Promise<void> {
    if (!passwords.isOutdated(user.password_hash)) return;
    await replaceHash(db, user.id, { from: user.password_hash, to: await passwords.hash(password, { userId: String(user.id) }) });
  }

  return {
    /** Gives the same response after the same work for an unknown address, a wrong password, and a disabled account. */
    async signIn({ email, password, code }: Credentials, address: string, browser = noBrowser): Promise<AuthResult> {
      requirePasswordWay(config);
      const key = keyOf(email);
      const user = await findUser(readDb, { email_key: key });
      const deviceId = await deviceTokens.read(browser.deviceToken, user?.id);
      const attempt = await limiter.login(key, address, deviceId);
      const asker = user && deviceId !== null ? { userId: String(user.id) } : { address };
      const isRight = await passwords.verify(password, user?.password_hash, asker);
      if (!user || !isRight || user.disabled === 1) {
        await writeAudit(null, { action: 'login-failed', target: user ? `user:${user.id}` : null, address });
        throw new AppError('unauthenticated', 'Invalid credentials');
      }
      await requireCode({ user, code, attempt, deviceId, address });
      await refreshHash(user, password);
      const [result] = await Promise.all([completeSignIn(deps, user, { address, browser }), attempt.succeed()]);
      return result;
    },
    /** Signs in to the oldest account without a password, for demos; only for the system. Throws `not_found` when there is no account. */
    async signInFirst(actor: Actor, address = '', browser = noBrowser): Promise<AuthResult> {
      if (actor.kind !== 'system') throw new AppError('forbidden', 'Only the system may do this');
      const [user] = await listUserRows(db, 1);
      if (!user) throw new AppError('not_found', 'No account exists yet');
      return startSession(deps, user, { address, browser });
    },
  };
}
