import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import type { Now } from '#core/platform/clock.ts';
import { AppError } from '#core/platform/errors.ts';

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

export interface AccessClaims {
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
