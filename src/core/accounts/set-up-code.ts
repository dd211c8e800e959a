import { timingSafeEqual } from 'node:crypto';
import type { Config } from '#core/platform/config.ts';
import { AppError } from '#core/platform/errors.ts';
import { hasProxy, isLoopbackHost } from '#core/platform/http/network.ts';
import type { Secrets } from '#core/platform/secrets.ts';
import type { AccountDeps } from './deps.ts';

/** Without letters and digits that look like others. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A character per byte, in groups of four. */
export const codeOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte, at) => `${at > 0 && at % 4 === 0 ? '-' : ''}${letters[byte % letters.length] ?? ''}`).join('');

/** As people type it: in any case, with or without what parts the groups. */
export const bareCode = (code: string): string => code.toUpperCase().replaceAll(/[\s-]/g, '');

/** Whether others than this machine may open the instance: by its own address, or through a proxy. */
const canOthersReach = (http: Config['http']): boolean => !isLoopbackHost(http.host) || hasProxy(http);

/**
 * The code that the first account must enter where others could be first, such as `7KQM-2XWD-P9RT`; null where they can't. It is
 * the same after a restart, and for all servers that share a secret.
 */
export const setUpCodeOf = ({ http }: Pick<Config, 'http'>, secrets: Pick<Secrets, 'keyFor'>): string | null =>
  canOthersReach(http) ? codeOf(secrets.keyFor('set-up code').subarray(0, 12)) : null;

/** Throws `forbidden` for another code than the wanted one, `too_many` after a few of an address. */
export async function requireSetUpCode(
  { limiter, setUpCode, writeAudit }: Pick<AccountDeps, 'limiter' | 'setUpCode' | 'writeAudit'>,
  given: string | undefined,
  address: string,
): Promise<void> {
  const wanted = setUpCode();
  if (wanted === null) return;
  if (given !== undefined) await limiter.setUp(address);
  const [right, tried] = [Buffer.from(bareCode(wanted)), Buffer.from(bareCode(given ?? ''))];
  if (right.length === tried.length && timingSafeEqual(right, tried)) return;
  if (given !== undefined) await writeAudit(null, { action: 'login-failed', target: null, details: { setUpCode: true }, address });
  const message = given === undefined ? "Enter the set-up code from the server's log." : "This isn't the set-up code in the server's log.";
  throw new AppError('forbidden', message, { details: [{ path: 'setUpCode', message }] });
}
