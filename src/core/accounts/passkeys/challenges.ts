import { jwtVerify, SignJWT } from 'jose';
import { minuteMs } from '#shared/time.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { takeChallenge } from './queries.ts';
import { newSecret } from '../secret.ts';

const issuer = 'earshot';
const audience = 'earshot-passkey';
export const challengeLifeMs = 5 * minuteMs;

/** What the challenge is for: a sign-in without a user, or a new passkey of this session. */
export interface ChallengeScope {
  user?: { id: number; stamp: number; sessionId: string };
}

export interface Challenge {
  /** Base64url. */
  challenge: string;
  /** Of the user, in base64url; empty for a sign-in. */
  handle: string;
}

const expired = () => new AppError('invalid', 'This attempt has expired or was already used. Try again.');
const subjectOf = ({ user }: ChallengeScope): string => (user === undefined ? 'sign-in' : `${user.id}/${user.sessionId}/${user.stamp}`);

/**
 * The challenge is signed and kept in the browser, so that requests without a user store nothing. It is stored once it is
 * answered, so that it works once.
 */
export function createChallenges({ key, db, now }: { key: Uint8Array; db: Db; now: Now }) {
  return {
    async issue(scope: ChallengeScope, handle = ''): Promise<Challenge & { token: string }> {
      const challenge = newSecret();
      const at = Math.floor(now() / 1000);
      const token = await new SignJWT({ handle })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(subjectOf(scope))
        .setJti(challenge)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(at)
        .setExpirationTime(at + challengeLifeMs / 1000)
        .sign(key);
      return { challenge, handle, token };
    },
    /** Throws `invalid` if it is missing, expired, used, or was issued for something else. */
    async take(token: string | null, scope: ChallengeScope): Promise<Challenge> {
      const expected = { algorithms: ['HS256'], issuer, audience, subject: subjectOf(scope), currentDate: new Date(now()) };
      const { payload } = await jwtVerify<{ handle: string }>(token ?? '', key, expected).catch(() => {
        throw expired();
      });
      const { jti = '', exp = 0, handle } = payload;
      if (!(await takeChallenge(db, { challenge: jti, expires_at: exp * 1000 }, now()))) throw expired();
      return { challenge: jti, handle };
    },
  };
}
export type Challenges = ReturnType<typeof createChallenges>;
