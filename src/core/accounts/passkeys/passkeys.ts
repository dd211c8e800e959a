import type { AuthResult } from '#shared/auth.ts';
import { passkeyRequestSchema, type PasskeyAssertion, type PasskeyRequest } from '#shared/passkeys.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Browser } from '../browser.ts';
import type { AccountDeps } from '../deps.ts';
import { requirePasswordWay } from '../policy.ts';
import { findUser } from '../queries.ts';
import { isCurrent } from '../security-stamp.ts';
import { completeSignIn } from '../start-session.ts';
import { challengeLifeMs, createChallenges, type Challenges } from './challenges.ts';
import { createOwnPasskeys } from './own-passkeys.ts';
import { findPasskey, noteUse } from './queries.ts';
import { verifyAssertion, getSite } from './verify.ts';

/** Signing in with a passkey: without email, password, and code. */
function createPasskeySignIn(deps: AccountDeps & { challenges: Challenges }) {
  const { config, db, now, limiter, challenges, writeAudit } = deps;
  return {
    /** Throws `conflict` where passkeys don't work. */
    async startPasskeySignIn(browser: Browser): Promise<PasskeyRequest> {
      requirePasswordWay(config);
      const { rpId } = getSite(config);
      const { challenge, token } = await challenges.issue({});
      browser.keepChallenge(token);
      const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
      const options = await generateAuthenticationOptions({
        rpID: rpId,
        challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
        timeout: challengeLifeMs,
        userVerification: 'required',
      });
      return passkeyRequestSchema.parse(options);
    },
    /** Gives the same response for an unknown passkey, a wrong signature, and a disabled account. */
    async signInWithPasskey(given: PasskeyAssertion, address: string, browser: Browser): Promise<AuthResult> {
      requirePasswordWay(config);
      const attempt = await limiter.passkey(address);
      const { challenge } = await challenges.take(browser.challenge, {});
      const passkey = await findPasskey(db, { credential_id: given.credentialId });
      const user = passkey && (await findUser(db, { id: passkey.user_id }));
      const fits = passkey && passkey.user_handle === given.userHandle;
      const counter = fits ? await verifyAssertion(given, { passkey, challenge, site: getSite(config) }) : null;
      const isUsable = passkey && isCurrent(user, passkey.stamp) && counter !== null;
      if (!isUsable || !(await noteUse(db, passkey, { counter, last_used_at: now() }))) {
        await writeAudit(null, { action: 'login-failed', target: user ? `user:${user.id}` : null, details: { passkey: true }, address });
        throw new AppError('unauthenticated', "This passkey isn't registered here, or was removed. Log in with your password.");
      }
      await attempt.refund();
      return completeSignIn(deps, user, { address, browser, details: { passkey: true } });
    },
  };
}

/** Passkeys (WebAuthn): adding and removing them, and signing in with one. */
export function createPasskeys({ signingKey: key, ...given }: AccountDeps & { signingKey: Uint8Array }) {
  const deps = { ...given, challenges: createChallenges({ key, db: given.db, now: given.now }) };
  return { ...createOwnPasskeys(deps), ...createPasskeySignIn(deps) };
}
