import { randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT, type JWTPayload } from 'jose';
import * as z from 'zod';
import { dayMs } from '#shared/time.ts';
import type { Now } from '#core/platform/clock.ts';
import { AppError } from '#core/platform/errors.ts';
import type { UserRow } from './queries.ts';

const issuer = 'earshot';
const audience = 'earshot-api';
const kind = 'access';
const claimsSchema = z.object({
  sub: z.string().regex(/^\d{1,15}$/),
  ver: z.number().int(),
  sid: z.string().regex(/^\d{1,15}$/),
  exp: z.number(),
  iat: z.number(),
  typ: z.literal(kind),
});

interface AccessClaims {
  userId: string;
  /** The account's security stamp. */
  stamp: number;
  sessionId: string;
  /** UTC ms. */
  expiresAt: number;
}

export interface AccessTokens {
  sign(session: Omit<AccessClaims, 'expiresAt'>): Promise<string>;
  /** Throws `unauthenticated` for an invalid or expired token. */
  verify(token: string): Promise<AccessClaims>;
}

/** Size of the cache of verified tokens; the oldest entry is evicted first. */
const maxRemembered = 1000;

/** JWTs signed with HMAC-SHA-256 only. The token's own algorithm is never trusted. */
export function createAccessTokens({ key, days, now }: { key: Uint8Array; days: number; now: Now }): AccessTokens {
  // A verified signature stays valid, so only the expiry is checked again.
  const verified = new Map<string, AccessClaims>();

  function remember(token: string, claims: AccessClaims): AccessClaims {
    const [oldest] = verified.keys();
    if (verified.size >= maxRemembered && oldest !== undefined) verified.delete(oldest);
    verified.set(token, claims);
    return claims;
  }

  return {
    sign({ userId, stamp, sessionId }) {
      const at = Math.floor(now() / 1000);
      return new SignJWT({ ver: stamp, sid: sessionId, typ: kind })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(at)
        .setExpirationTime(at + Math.max(1, Math.round(days * 86_400)))
        .sign(key);
    },
    async verify(token) {
      const known = verified.get(token);
      if (known && known.expiresAt > now()) return known;
      verified.delete(token);
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer,
          audience,
          currentDate: new Date(now()),
          requiredClaims: ['sub', 'exp', 'iat'],
        });
        const { sub, ver, sid, exp } = claimsSchema.parse(payload);
        return remember(token, { userId: sub, stamp: ver, sessionId: sid, expiresAt: exp * 1000 });
      } catch (error) {
        throw new AppError('unauthenticated', 'Your session has ended. Sign in again.', { cause: error });
      }
    },
  };
}

const deviceAudience = 'earshot-device';
const deviceLifeMs = 400 * dayMs;

/**
 * Shows that someone once signed in to this account from this browser. It grants no access: failed attempts from there are only
 * counted separately, so that an attack can't lock the owner out (OWASP, device cookies).
 */
export function createDeviceTokens({ key, now }: { key: Uint8Array; now: Now }) {
  async function verify(token: string | null): Promise<JWTPayload | null> {
    if (token === null) return null;
    const expected = { algorithms: ['HS256'], issuer, audience: deviceAudience, currentDate: new Date(now()) };
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
        .setAudience(deviceAudience)
        .setIssuedAt(at)
        .setExpirationTime(at + deviceLifeMs / 1000)
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
