import type { AuthResult } from '#shared/auth.ts';
import { dayMs } from '#shared/time.ts';
import { transact } from '#core/platform/db/connect.ts';
import { type Browser, deviceOf } from './browser.ts';
import type { AccountDeps } from './deps.ts';
import { updateUser, type UserRow } from './queries.ts';
import { deleteExpiredSessions, deleteSessions, insertSession, listSessions } from './session-queries.ts';
import { presentUser } from './user.ts';

/** Beyond this number, the least recently used sessions end. */
const maxSessions = 50;

export interface Client {
  address: string;
  browser: Browser;
}

/** After the proof, by whichever means, that it is the user who signs in. */
export async function completeSignIn(
  deps: AccountDeps,
  user: UserRow,
  { address, browser, details }: Client & { details?: { passkey: true } },
): Promise<AuthResult> {
  await updateUser(deps.db, user.id, { last_login_at: deps.now() });
  const result = await startSession(deps, user, { address, browser });
  const actor = { kind: 'user', userId: result.user.id, role: user.role } as const;
  await deps.writeAudit(actor, { action: 'login', target: `user:${user.id}`, address, ...(details && { details }) });
  return result;
}

/** Signs a user in, and marks the browser as known. */
export async function startSession(deps: AccountDeps, user: UserRow, { address, browser }: Client): Promise<AuthResult> {
  const { config, db, now, tokens, deviceTokens } = deps;
  const at = now();
  const expiresAt = at + Math.max(1000, config.security.tokenDays * dayMs);
  const sessionId = await transact(db, async (trx) => {
    await deleteExpiredSessions(trx, at);
    const beyond = (await listSessions(trx, user.id, at)).slice(maxSessions - 1);
    await deleteSessions(
      trx,
      user.id,
      beyond.map(({ id }) => id),
    );
    const device = deviceOf(browser.userAgent);
    return insertSession(trx, { user_id: user.id, device, address, created_at: at, last_used_at: at, expires_at: expiresAt });
  });
  browser.keepDeviceToken(await deviceTokens.issue(user.id));
  const token = await tokens.sign({ userId: String(user.id), version: user.token_version, sessionId: String(sessionId) });
  return { token, user: await presentUser(deps, user) };
}
