import { randomBytes } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { dayMs } from '#shared/time.ts';
import type { Now } from '#core/platform/clock.ts';
import type { UserRow } from './queries.ts';

const issuer = 'earshot';
const audience = 'earshot-device';
const lifeMs = 400 * dayMs;

/**
 * Shows that someone once signed in to this account from this browser. It grants no access: failed attempts from there are only
 * counted separately, so that an attack can't lock the owner out (OWASP, device cookies).
 */
export function createDeviceTokens({ key, now }: { key: Uint8Array; now: Now }) {
  async function verify(token: string | null): Promise<JWTPayload | null> {
    if (token === null) return null;
    const expected = { algorithms: ['HS256'], issuer, audience, currentDate: new Date(now()) };
    return jwtVerify(token, key, expected).then(
      ({ payload }) => payload,
      () => null,
    );
  }
  return {
    issue({ id, security_stamp }: Pick<UserRow, 'id' | 'security_stamp'>): Promise<string> {
      const at = Math.floor(now() / 1000);
      return new SignJWT({ ver: security_stamp })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(String(id))
        .setJti(randomBytes(16).toString('base64url'))
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(at)
        .setExpirationTime(at + lifeMs / 1000)
        .sign(key);
    },
    /** Whether someone signed in there since the account's access last ended. */
    async isTrusted(token: string | null, { id, security_stamp }: Pick<UserRow, 'id' | 'security_stamp'>): Promise<boolean> {
      const payload = await verify(token);
      return payload?.sub === String(id) && payload['ver'] === security_stamp;
    },
    /** The device's id; null if it never signed in to this account. */
    async read(token: string | null, userId: number | undefined): Promise<string | null> {
      const payload = await verify(token);
      return payload && payload.sub === String(userId) ? (payload.jti ?? null) : null;
    },
  };
}
export type DeviceTokens = ReturnType<typeof createDeviceTokens>;
