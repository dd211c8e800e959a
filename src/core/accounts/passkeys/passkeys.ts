import type { AccountDeps } from '../deps.ts';
import { createChallenges } from './challenges.ts';
import { createOwnPasskeys } from './own-passkeys.ts';
import { createPasskeySignIn } from './sign-in.ts';

/** Passkeys (WebAuthn): adding and removing them, and signing in with one. */
export function createPasskeys({ signingKey, ...given }: AccountDeps & { signingKey: Uint8Array }) {
  const { db, now } = given;
  const deps = { ...given, challenges: createChallenges({ key: signingKey, db, now }) };
  return { ...createOwnPasskeys(deps), ...createPasskeySignIn(deps) };
}
