import { isoTime } from '#core/platform/clock.ts';
import { minuteMs } from '#shared/time.ts';
import type { TwoFactorEnabled, TwoFactorProof, TwoFactorSetup, TwoFactorState } from '#shared/two-factor.ts';
import type { Actor } from '#core/platform/actor.ts';
import type { Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { AccountDeps } from '../deps.ts';
import { allKept, getOwner } from '../security-stamp.ts';
import { noClient, startSession } from '../start-session.ts';
import { contextOf, recoveryHash } from './check.ts';
import { makeRecoveryCodes, makeSecret, uriOf } from './codes.ts';
import { createProof } from './proof.ts';
import { countRecoveryCodes, findTwoFactor, markEnabled, replaceRecoveryCodes, savePendingSecret } from './queries.ts';

const setupLifeMs = 15 * minuteMs;

const alreadyOn = () => new AppError('conflict', 'Two-factor login is already on. Turn it off first.');
const notSetUp = () => new AppError('conflict', 'This setup has expired. Start again with a new QR code.');

export const saveRecoveryCodes = (trx: Trx, userId: number, { codes, at }: { codes: readonly string[]; at: number }): Promise<void> =>
  replaceRecoveryCodes(trx, userId, { hashes: codes.map(recoveryHash), at });

/** Turning on sign-in with a code from an authenticator app. */
export function createTwoFactorSetUp(deps: AccountDeps) {
  const { db, stamps, now, sealing, writeAudit } = deps;
  const { getRow, requireProof, sendEmail } = createProof(deps);

  return {
    async twoFactorState(actor: Actor): Promise<TwoFactorState> {
      const { id } = await getRow(actor);
      const enabledAt = (await findTwoFactor(db, id))?.enabled_at ?? null;
      if (enabledAt === null) return { enabled: false, enabledAt: null, recoveryCodesLeft: 0 };
      return { enabled: true, enabledAt: isoTime(enabledAt), recoveryCodesLeft: await countRecoveryCodes(db, id) };
    },
    /** Needs no password, because nothing changes until `enableTwoFactor`. Throws `conflict` if it is on. */
    async setUpTwoFactor(actor: Actor): Promise<TwoFactorSetup> {
      const user = await getRow(actor);
      const secret = makeSecret();
      const sealed = sealing.seal(secret, contextOf(user.id));
      if (!(await savePendingSecret(db, { user_id: user.id, sealed_secret: sealed, created_at: now() }))) throw alreadyOn();
      return { secret, uri: uriOf(secret, user.email) };
    },
    /**
     * Ends all sessions, because someone who signed in without a code may be in one of them, and starts a new one. Throws
     * `conflict` if it is on or the setup has expired, and `invalid` for a wrong password or code.
     */
    async enableTwoFactor(
      actor: Actor,
      { keepPasskeysAndTokens = false, ...proof }: TwoFactorProof & { keepPasskeysAndTokens?: boolean },
      client = noClient,
    ): Promise<TwoFactorEnabled> {
      const user = await getRow(actor);
      const row = await findTwoFactor(db, user.id);
      if (row && row.enabled_at !== null) throw alreadyOn();
      if (!row || now() - row.created_at > setupLifeMs) throw notSetUp();
      await requireProof(actor, { user, row }, proof);
      const recoveryCodes = makeRecoveryCodes();
      const turnOn = async (trx: Trx) => {
        await getOwner(trx, actor);
        if (!(await markEnabled(trx, row, now()))) throw notSetUp();
        await saveRecoveryCodes(trx, user.id, { codes: recoveryCodes, at: now() });
      };
      const changed = await stamps.rotate(user.id, turnOn, keepPasskeysAndTokens ? allKept : []);
      await writeAudit(actor, { action: 'two-factor-enabled', target: `user:${user.id}`, details: { kept: keepPasskeysAndTokens } });
      sendEmail(user, keepPasskeysAndTokens ? 'onKept' : 'on');
      return { recoveryCodes, ...(await startSession(deps, changed, client)) };
    },
  };
}
