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
  exp: z.number(),
  iat: z.number(),
  typ: z.literal(kind),
});

export interface AccessClaims {
  userId: string;
  /** Must equal the user's `token_version`. */
  version: number;
  /** UTC ms. */
  expiresAt: number;
}

export interface AccessTokens {
  sign(user: { userId: string; version: number }): Promise<string>;
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
    sign({ userId, version }) {
      const at = Math.floor(now() / 1000);
      return new SignJWT({ ver: version, typ: kind })
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
        const { sub, ver, exp } = claimsSchema.parse(payload);
        return remember(token, { userId: sub, version: ver, expiresAt: exp * 1000 });
      } catch (error) {
        throw new AppError('unauthenticated', 'Your session has ended. Sign in again.', { cause: error });
      }
    },
  };
}
