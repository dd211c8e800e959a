import type { AccountDeps } from '../deps.ts';
import { signInChangedEmail } from '../emails.ts';
import { ownOrigin } from '../reset-links.ts';
import { createPasskeyAddition } from './add.ts';
import { createChallenges } from './challenges.ts';
import type { PasskeyDeps } from './deps.ts';
import { createOwnPasskeys } from './own-passkeys.ts';
import { createPasskeySignIn } from './sign-in.ts';

/** Passkeys (WebAuthn): adding and removing them, and signing in with one. */
export function createPasskeys({ signingKey, ...given }: AccountDeps & { signingKey: Uint8Array }) {
  const { config, db, now, mailer, later } = given;
  const deps: PasskeyDeps = {
    ...given,
    challenges: createChallenges({ key: signingKey, db, now }),
    sendPasskeyEmail(user, change) {
      if (mailer.isConfigured)
        later('email about a changed passkey', () => mailer.send(signInChangedEmail(user, change, ownOrigin(config))));
    },
  };
  return { ...createPasskeyAddition(deps), ...createOwnPasskeys(deps), ...createPasskeySignIn(deps) };
}
