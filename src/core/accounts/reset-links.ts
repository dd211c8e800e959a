import { createHash, randomBytes } from 'node:crypto';
import { minuteMs } from '#shared/time.ts';
import { transact } from '#core/platform/db/connect.ts';
import type { AccountParts } from './parts.ts';
import { deleteResets, insertReset, type UserRow } from './queries.ts';

/** OWASP would have ten minutes; mail can take longer than that. */
const lifeMs = 30 * minuteMs;
const tokenBytes = 32;

/** All that is stored of a token. */
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** From the configuration alone: a Host header could name anybody's server. */
export function ownOrigin({ http }: AccountParts['config']): string {
  if (http.publicUrl !== '') return http.publicUrl;
  const host = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(http.host) ? 'localhost' : http.host;
  return `http://${host}:${http.port}`;
}

export interface ResetLink {
  link: string;
  /** ISO 8601 in UTC. */
  expiresAt: string;
}

/** Links that set a new password. A newer one kills the older ones. */
export function createResetLinks({ config, db, now }: AccountParts) {
  async function make(user: UserRow): Promise<ResetLink> {
    const token = randomBytes(tokenBytes).toString('base64url');
    const expires = now() + lifeMs;
    await transact(db, async (trx) => {
      await deleteResets(trx, user.id);
      await insertReset(trx, { user_id: user.id, token_hash: digestOf(token), expires_at: expires });
    });
    return { link: `${ownOrigin(config)}/reset-password?token=${token}`, expiresAt: new Date(expires).toISOString() };
  }
  return { make };
}
export type ResetLinks = ReturnType<typeof createResetLinks>;
