import {
  type Passkey,
  maxPasskeys,
  passkeyCreationSchema,
  type NewPasskey,
  type PasskeyCreation,
  type PasskeyProof,
} from '#shared/passkeys.ts';
import { product } from '#shared/product.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import { isoTime } from '#core/platform/clock.ts';
import { transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { type Browser, deviceOf } from '../browser.ts';
import type { AccountDeps } from '../deps.ts';
import { signInChangedEmail } from '../emails.ts';
import { ownOrigin } from '../reset-links.ts';
import type { UserRow } from '../queries.ts';
import { getOwner } from '../security-stamp.ts';
import { newSecret } from '../secret.ts';
import type { PasskeysRow } from '../tables.ts';
import { createProof } from '../two-factor/proof.ts';
import { findTwoFactor } from '../two-factor/queries.ts';
import { type Challenge, type ChallengeScope, challengeLifeMs, type Challenges } from './challenges.ts';
import { deletePasskey, findPasskey, listPasskeys, renamePasskey, insertPasskey } from './queries.ts';
import { algorithms, verifyNew, getSite, type Site } from './verify.ts';

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

type OwnPasskeyDeps = AccountDeps & { challenges: Challenges };

/** Tells the owner, if the instance can send email. */
function sendEmail({ config, mailer, later }: AccountDeps, user: UserRow, change: 'passkeyAdded' | 'passkeyRemoved'): void {
  if (mailer.isConfigured) later('email about a changed passkey', () => mailer.send(signInChangedEmail(user, change, ownOrigin(config))));
}

/** Adding a passkey, in two steps. */
function createPasskeyAddition(deps: OwnPasskeyDeps) {
  const { config, db, now, challenges, writeAudit } = deps;
  const { getRow, requireOwner } = createProof(deps);
  return {
    /** Throws `invalid` for a wrong password or code, and `conflict` where passkeys don't work or there are too many. */
    async startPasskey(actor: Actor, proof: PasskeyProof, browser: Browser): Promise<PasskeyCreation> {
      const site = getSite(config);
      const user = await getRow(actor);
      const existing = await listPasskeys(db, user.id);
      if (existing.length >= maxPasskeys) throw tooMany();
      await requireOwner(actor, { user, row: await findTwoFactor(db, user.id) }, proof);
      const handle = existing[0]?.user_handle ?? newSecret();
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
      sendEmail(deps, user, 'passkeyAdded');
      return passkeyOf(made);
    },
  };
}

const passkeyOf = ({ id, name, created_at, last_used_at }: PasskeysRow): Passkey => ({
  id: String(id),
  name,
  createdAt: isoTime(created_at),
  lastUsedAt: isoTime(last_used_at),
});

const notFound = () => new AppError('not_found', 'Passkey not found');

/** The passkeys that users add, see, rename, and remove themselves. */
export function createOwnPasskeys(deps: OwnPasskeyDeps) {
  const { db, writeAudit } = deps;
  const { getRow, requirePassword } = createProof(deps);
  return {
    ...createPasskeyAddition(deps),
    async listPasskeys(actor: Actor): Promise<{ items: Passkey[] }> {
      return { items: (await listPasskeys(db, userIdOf(actor))).map(passkeyOf) };
    },
    /** Throws `not_found` for another user's passkey, as the next does. */
    async renamePasskey(actor: Actor, id: string, name: string): Promise<Passkey> {
      const found = await findPasskey(db, { id: Number(id), user_id: userIdOf(actor) });
      if (!found) throw notFound();
      await renamePasskey(db, { id: found.id, user_id: found.user_id }, name);
      return passkeyOf({ ...found, name });
    },
    /** Takes the password, so that a stolen session can't leave the owner with that one way in. */
    async removePasskey(actor: Actor, id: string, { currentPassword }: { currentPassword: string }): Promise<null> {
      const user = await getRow(actor);
      if (!(await findPasskey(db, { id: Number(id), user_id: user.id }))) throw notFound();
      await requirePassword(actor, user, { given: currentPassword, otherwise: 'Enter your password' });
      if ((await deletePasskey(db, { id: Number(id), user_id: user.id })) === 0) throw notFound();
      await writeAudit(actor, { action: 'passkey-removed', target: `user:${user.id}` });
      sendEmail(deps, user, 'passkeyRemoved');
      return null;
    },
  };
}
