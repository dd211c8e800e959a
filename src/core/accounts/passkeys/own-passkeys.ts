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
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import { transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { type Browser, deviceOf } from '../browser.ts';
import type { AccountDeps } from '../deps.ts';
import { signInChangedEmail } from '../emails.ts';
import type { UserRow } from '../queries.ts';
import { ownOrigin } from '../reset-links.ts';
import type { PasskeysRow } from '../tables.ts';
import { createProof } from '../two-factor/proof.ts';
import { findTwoFactor } from '../two-factor/queries.ts';
import { type ChallengeScope, challengeLifeMs, type Challenges } from './challenges.ts';
import { deletePasskey, findPasskey, insertPasskey, listPasskeys, renamePasskey } from './queries.ts';
import { getSite } from './site.ts';
import { algorithms, verifyNew } from './verify.ts';

export interface PasskeyDeps extends AccountDeps {
  challenges: Challenges;
}

const iso = (time: number): string => new Date(time).toISOString();
const passkeyOf = ({ id, name, created_at, last_used_at }: PasskeysRow): Passkey => ({
  id: String(id),
  name,
  createdAt: iso(created_at),
  lastUsedAt: last_used_at === null ? null : iso(last_used_at),
});
const notFound = () => new AppError('not_found', 'Passkey not found');
const tooMany = () => new AppError('conflict', `An account can have at most ${maxPasskeys} passkeys. Remove one first.`);

const scopeOf = (actor: Actor, userId: number): ChallengeScope => ({
  userId,
  ...(actor.kind === 'user' && actor.sessionId !== undefined && { sessionId: actor.sessionId }),
});

/** The passkeys that users add, rename, and remove themselves. */
export function createOwnPasskeys(deps: PasskeyDeps) {
  const { config, db, now, mailer, challenges, writeAudit, later } = deps;
  const { getRow, requireOwner } = createProof(deps);

  const sendEmail = (user: UserRow, change: 'passkeyAdded' | 'passkeyRemoved') => {
    if (mailer.isConfigured)
      later('could not tell of a changed passkey', () => mailer.send(signInChangedEmail(user, change, ownOrigin(config))));
  };

  async function getOwn(actor: Actor, id: string): Promise<PasskeysRow> {
    const found = await findPasskey(db, { id: Number(id), user_id: userIdOf(actor) });
    if (!found) throw notFound();
    return found;
  }

  return {
    async listPasskeys(actor: Actor): Promise<{ items: Passkey[] }> {
      return { items: (await listPasskeys(db, userIdOf(actor))).map(passkeyOf) };
    },
    /** Throws `invalid` for a wrong password or code, and `conflict` where passkeys don't work or there are too many. */
    async startPasskey(actor: Actor, proof: PasskeyProof, browser: Browser): Promise<PasskeyCreation> {
      const { rpId } = getSite(config);
      const user = await getRow(actor);
      const existing = await listPasskeys(db, user.id);
      if (existing.length >= maxPasskeys) throw tooMany();
      await requireOwner(actor, { user, row: await findTwoFactor(db, user.id) }, proof);
      const handle = existing[0]?.user_handle ?? randomBytes(32).toString('base64url');
      const { challenge, token } = await challenges.issue(scopeOf(actor, user.id), handle);
      browser.keepChallenge(token);
      const { generateRegistrationOptions } = await import('@simplewebauthn/server');
      const options = await generateRegistrationOptions({
        rpName: product,
        rpID: rpId,
        userName: user.email,
        userDisplayName: user.username,
        userID: Uint8Array.from(Buffer.from(handle, 'base64url')),
        challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
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
    },
    /** Throws `invalid` for a challenge that is expired, used, or of another session, and for a response that doesn't fit it. */
    async addPasskey(actor: Actor, given: NewPasskey, browser: Browser): Promise<Passkey> {
      const site = getSite(config);
      const user = await getRow(actor);
      const { challenge, handle } = await challenges.take(browser.challenge, scopeOf(actor, user.id));
      const verified = await verifyNew(given, { challenge, site });
      const name = given.name ?? (deviceOf(browser.userAgent) || 'Passkey');
      const made = await transact(db, async (trx) => {
        if ((await listPasskeys(trx, user.id)).length >= maxPasskeys) throw tooMany();
        const transports = JSON.stringify(given.transports);
        return insertPasskey(trx, { user_id: user.id, name, user_handle: handle, transports, created_at: now(), ...verified });
      });
      if (made === null) throw new AppError('conflict', 'This passkey was already added.');
      await writeAudit(actor, { action: 'passkey-added', target: `user:${user.id}` });
      sendEmail(user, 'passkeyAdded');
      return passkeyOf(made);
    },
    /** Throws `not_found` for another user's passkey, as the next does. */
    async renamePasskey(actor: Actor, id: string, name: string): Promise<Passkey> {
      const found = await getOwn(actor, id);
      await renamePasskey(db, { id: found.id, user_id: found.user_id }, name);
      return passkeyOf({ ...found, name });
    },
    async removePasskey(actor: Actor, id: string): Promise<null> {
      const user = await getRow(actor);
      if ((await deletePasskey(db, { id: Number(id), user_id: user.id })) === 0) throw notFound();
      await writeAudit(actor, { action: 'passkey-removed', target: `user:${user.id}` });
      sendEmail(user, 'passkeyRemoved');
      return null;
    },
  };
}
