import { randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { dayMs } from '#shared/time.ts';
import type { Now } from '#core/platform/clock.ts';

const issuer = 'earshot';
const audience = 'earshot-device';
const lifeMs = 400 * dayMs;

/**
 * Shows that someone once signed in to this account from this browser. It grants no access: failed attempts from there are only
 * counted separately, so that an attack can't lock the owner out (OWASP, device cookies).
 */
export function createDeviceTokens({ key, now }: { key: Uint8Array; now: Now }) {
  return {
    issue(userId: number): Promise<string> {
      const at = Math.floor(now() / 1000);
      return new SignJWT({})
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(String(userId))
        .setJti(randomBytes(16).toString('base64url'))
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(at)
        .setExpirationTime(at + lifeMs / 1000)
        .sign(key);
    },
    /** The device's id; null if it never signed in to this account. */
    async read(token: string | null, userId: number | undefined): Promise<string | null> {
      if (token === null || userId === undefined) return null;
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], issuer, audience, currentDate: new Date(now()) });
        return payload.sub === String(userId) ? (payload.jti ?? null) : null;
      } catch {
        return null;
      }
    },
  };
}
export type DeviceTokens = ReturnType<typeof createDeviceTokens>;
