import { randomBytes } from 'node:crypto';
import { product } from '#shared/product.ts';
import {
  maxPasskeys,
  passkeyCreationSchema,
  type NewPasskey,
  type Passkey,
  type PasskeyCreation,
  type PasskeyProof,
} from '#shared/passkeys.ts';
import type { Actor } from '#core/platform/actor.ts';
import { transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { type Browser, deviceOf } from '../browser.ts';
import type { UserRow } from '../queries.ts';
import { getOwner } from '../security-stamp.ts';
import type { PasskeysRow } from '../tables.ts';
import { createProof } from '../two-factor/proof.ts';
import { findTwoFactor } from '../two-factor/queries.ts';
import { passkeyOf } from './present.ts';
import { type Challenge, type ChallengeScope, challengeLifeMs } from './challenges.ts';
import type { PasskeyDeps } from './deps.ts';
import { insertPasskey, listPasskeys } from './queries.ts';
import { getSite, type Site } from './site.ts';
import { algorithms, verifyNew } from './verify.ts';

const tooMany = () => new AppError('conflict', `An account can have at most ${maxPasskeys} passkeys. Remove one first.`);

const scopeOf = (actor: Actor, { id, security_stamp: stamp }: UserRow): ChallengeScope => ({
  user: { id, stamp, sessionId: (actor.kind === 'user' && actor.sessionId) || '' },
});

interface Creation {
  site: Site;
  user: UserRow;
  existing: readonly PasskeysRow[];
  challenge: Challenge;
}

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));

async function creationOf({ site, user, existing, challenge: { challenge, handle } }: Creation): Promise<PasskeyCreation> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: product,
    rpID: site.rpId,
    userName: user.email,
    userDisplayName: user.username,
    userID: bytesOf(handle),
    challenge: bytesOf(challenge),
    timeout: challengeLifeMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: existing.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: JSON.parse(transports) as string[],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return passkeyCreationSchema.parse(options);
}

/** Adding a passkey, in two steps. */
export function createPasskeyAddition(deps: PasskeyDeps) {
  const { config, db, now, challenges, writeAudit, sendPasskeyEmail } = deps;
  const { getRow, requireOwner } = createProof(deps);
  return {
    /** Throws `invalid` for a wrong password or code, and `conflict` where passkeys don't work or there are too many. */
    async startPasskey(actor: Actor, proof: PasskeyProof, browser: Browser): Promise<PasskeyCreation> {
      const site = getSite(config);
      const user = await getRow(actor);
      const existing = await listPasskeys(db, user.id);
      if (existing.length >= maxPasskeys) throw tooMany();
      await requireOwner(actor, { user, row: await findTwoFactor(db, user.id) }, proof);
      const handle = existing[0]?.user_handle ?? randomBytes(32).toString('base64url');
      const { token, ...challenge } = await challenges.issue(scopeOf(actor, user), handle);
      browser.keepChallenge(token);
      return creationOf({ site, user, existing, challenge });
    },
    /** Throws `invalid` for a challenge that is expired, used, or of another session, and for a response that doesn't fit it. */
    async addPasskey(actor: Actor, given: NewPasskey, browser: Browser): Promise<Passkey> {
      const site = getSite(config);
      const user = await getRow(actor);
      const { challenge, handle } = await challenges.take(browser.challenge, scopeOf(actor, user));
      const verified = await verifyNew(given, { challenge, site });
      const name = given.name ?? (deviceOf(browser.userAgent) || 'Passkey');
      const made = await transact(db, async (trx) => {
        if ((await listPasskeys(trx, user.id)).length >= maxPasskeys) throw tooMany();
        const { security_stamp: stamp } = await getOwner(trx, actor);
        const transports = JSON.stringify(given.transports);
        return insertPasskey(trx, { user_id: user.id, name, user_handle: handle, transports, created_at: now(), stamp, ...verified });
      });
      if (made === null) throw new AppError('conflict', 'This passkey was already added.');
      await writeAudit(actor, { action: 'passkey-added', target: `user:${user.id}` });
      sendPasskeyEmail(user, 'passkeyAdded');
      return passkeyOf(made);
    },
  };
}
