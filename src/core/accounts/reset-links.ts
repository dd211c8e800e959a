import { isoTime } from '#core/platform/clock.ts';
import { minuteMs } from '#shared/time.ts';
import { transact } from '#core/platform/db/connect.ts';
import type { AccountDeps } from './deps.ts';
import { hashOf, newSecret } from './secret.ts';
import { deleteResets, insertReset, type UserRow } from './queries.ts';

/** OWASP recommends ten minutes, but emails can take longer. */
const lifeMs = 30 * minuteMs;

/** Never from the Host header, which could name any server. */
export function ownOrigin({ http }: AccountDeps['config']): string {
  if (http.publicUrl !== '') return http.publicUrl;
  const host = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(http.host) ? 'localhost' : http.host;
  return `http://${host}:${http.port}`;
}

export interface ResetLink {
  link: string;
  /** The part of the link that is secret. */
  token: string;
  /** ISO 8601 in UTC. */
  expiresAt: string;
}

/** Links that set a new password. A new link revokes earlier ones. */
export function createResetLinks({ config, db, now }: AccountDeps) {
  async function make(user: UserRow, life = lifeMs): Promise<ResetLink> {
    const token = newSecret();
    const expires = now() + life;
    await transact(db, async (trx) => {
      await deleteResets(trx, user.id);
      await insertReset(trx, { user_id: user.id, token_hash: hashOf(token), expires_at: expires, stamp: user.security_stamp });
    });
    return { link: `${ownOrigin(config)}/reset-password?token=${token}`, token, expiresAt: isoTime(expires) };
  }
  return { make };
}
export type ResetLinks = ReturnType<typeof createResetLinks>;
