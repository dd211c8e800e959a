import type { AuthResult } from '#shared/auth.ts';
import { dayMs, hourMs } from '#shared/time.ts';
import { transact } from '#core/platform/db/connect.ts';
import { type Browser, deviceOf, noBrowser } from './browser.ts';
import type { AccountDeps } from './deps.ts';
import { newDeviceEmail } from './emails.ts';
import { updateUser, type ListedUser, type UserRow } from './queries.ts';
import { ownOrigin } from './reset-links.ts';
import { deleteExpiredSessions, deleteSessions, insertSession, listSessions } from './session-queries.ts';
import { presentUser } from './user.ts';

/** Beyond this number, the least recently used sessions end. */
const maxSessions = 50;

export interface Client {
  address: string;
  browser: Browser;
}
/** The command line, and other callers without one. */
export const noClient: Client = { address: '', browser: noBrowser };

/** The first sign-in after registering, in a client that keeps no cookie, is no news to its user. */
async function isNewDevice({ deviceTokens, now }: AccountDeps, user: UserRow, browser: Browser): Promise<boolean> {
  if (user.last_login_at === null && now() - user.created_at < hourMs) return false;
  return !(await deviceTokens.isTrusted(browser.deviceToken, user));
}

/** Once for each device, also for one that keeps no cookie. */
async function announceDevice(deps: AccountDeps, user: UserRow, { address, browser }: Client): Promise<void> {
  const { config, limiter, mailer, later, now } = deps;
  const device = deviceOf(browser.userAgent);
  if (!mailer.isConfigured || !(await limiter.newDevice(user.id, { device, address }))) return;
  const at = now();
  later('email about a new device', () => mailer.send(newDeviceEmail(user, { device, address, at, origin: ownOrigin(config) })));
}

/** After the proof, by whichever means, that it is the user who signs in. */
export async function completeSignIn(
  deps: AccountDeps,
  user: UserRow,
  { address, browser, details }: Client & { details?: { passkey: true } },
): Promise<AuthResult> {
  const newDevice = await isNewDevice(deps, user, browser);
  await updateUser(deps.db, user.id, { last_login_at: deps.now() });
  const result = await startSession(deps, user, { address, browser });
  const actor = { kind: 'user', userId: result.user.id, role: user.role } as const;
  await deps.writeAudit(actor, {
    action: 'login',
    target: `user:${user.id}`,
    address,
    details: { ...details, ...(newDevice && { newDevice }) },
  });
  if (newDevice) await announceDevice(deps, user, { address, browser });
  return result;
}

/** Signs a user in, and marks the browser as known. */
export async function startSession(deps: AccountDeps, user: ListedUser, { address, browser }: Client): Promise<AuthResult> {
  const { config, db, readDb, now, tokens, deviceTokens } = deps;
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
  browser.keepDeviceToken(await deviceTokens.issue(user));
  const token = await tokens.sign({ userId: String(user.id), stamp: user.security_stamp, sessionId: String(sessionId) });
  return { token, user: await presentUser({ ...deps, db: readDb }, user) };
}
