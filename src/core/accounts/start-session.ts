import type { AuthResult } from '#shared/auth.ts';
import { firstLanguage } from '#shared/language.ts';
import { dayMs, hourMs } from '#shared/time.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { type Browser, deviceOf, noBrowser } from './browser.ts';
import type { AccountDeps } from './deps.ts';
import { newDeviceEmail } from './emails.ts';
import { updateUser, type ListedUser, type UserRow } from './queries.ts';
import { ownOrigin } from './reset-links.ts';
import { deleteExpiredSessions, deleteSessions, insertSession, listSessions } from './session-queries.ts';
import { presentSelf, settingsOf } from './user.ts';

/** Beyond this number, the least recently used sessions end. */
const maxSessions = 50;

export interface Client {
  address: string;
  browser: Browser;
}

/** How somebody signed in without a password, for the audit log. */
export type OtherWay = { passkey: true } | { way: 'oidc' | 'proxy' };
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
  { address, browser, details, idToken }: Client & { details?: OtherWay; idToken?: string | undefined },
): Promise<AuthResult> {
  const newDevice = await isNewDevice(deps, user, browser);
  const actor = { kind: 'user', userId: String(user.id), role: user.role } as const;
  const entry = {
    action: 'login',
    target: `user:${user.id}`,
    address,
    details: { ...details, ...(newDevice && { newDevice }) },
  } as const;
  // In one turn of the database's writer: beside somebody who writes much, each turn is a wait.
  async function note(trx: Trx): Promise<void> {
    await updateUser(trx, user.id, { last_login_at: deps.now() });
    await deps.writeAudit(actor, entry, trx);
  }
  const result = await startSession(deps, user, { address, browser, idToken, note });
  if (newDevice) await announceDevice(deps, user, { address, browser });
  return result;
}

export const idTokenContext = (userId: number): string => `sessions:${userId}`;

interface Starting extends Client {
  idToken?: string | undefined;
  /** What else is written with the session. */
  note?: (trx: Trx) => Promise<void>;
}

/** Their emails and notifications are in the language of the first browser that has one of ours. */
function withLanguage(user: ListedUser, { languages }: Browser): ListedUser {
  const settings = settingsOf(user);
  const language = settings.language ?? firstLanguage(languages);
  return language === settings.language ? user : { ...user, settings: JSON.stringify({ ...settings, language }) };
}

/** Signs a user in, and marks the browser as known. */
export async function startSession(
  deps: AccountDeps,
  given: ListedUser,
  { address, browser, idToken, note }: Starting,
): Promise<AuthResult> {
  const { config, db, readDb, now, tokens, deviceTokens, sealing } = deps;
  const at = now();
  const user = withLanguage(given, browser);
  const expiresAt = at + Math.max(1000, config.security.tokenDays * dayMs);
  const sessionId = await transact(db, async (trx) => {
    await note?.(trx);
    if (user.settings !== given.settings) await updateUser(trx, user.id, { settings: user.settings });
    await deleteExpiredSessions(trx, at);
    const beyond = (await listSessions(trx, user.id, at)).slice(maxSessions - 1);
    await deleteSessions(
      trx,
      user.id,
      beyond.map(({ id }) => id),
    );
    return insertSession(trx, {
      user_id: user.id,
      device: deviceOf(browser.userAgent),
      address,
      created_at: at,
      last_used_at: at,
      expires_at: expiresAt,
      sealed_id_token: idToken === undefined ? null : sealing.seal(idToken, idTokenContext(user.id)),
    });
  });
  browser.keepDeviceToken(await deviceTokens.issue(user));
  const token = await tokens.sign({ userId: String(user.id), stamp: user.security_stamp, sessionId: String(sessionId) });
  return { token, user: await presentSelf({ ...deps, db: readDb }, user, user.id) };
}
