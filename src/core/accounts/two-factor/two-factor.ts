import { minuteMs } from '#shared/time.ts';
import type { RecoveryCodes, TwoFactorProof, TwoFactorEnabled, TwoFactorSetup, TwoFactorState } from '#shared/two-factor.ts';
import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import { isoTime } from '#core/platform/clock.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { AccountDeps } from '../deps.ts';
import { deletePasskeys } from '../passkeys/queries.ts';
import { findUser, type UserRow } from '../queries.ts';
import { getOwner, allKept } from '../security-stamp.ts';
import type { TwoFactorRow } from '../tables.ts';
import { keyOf } from '../look-alikes.ts';
import { noClient, startSession } from '../start-session.ts';
import { createProof, contextOf, recoveryHash, makeRecoveryCodes, makeSecret, uriOf } from './proof.ts';
import { deleteTwoFactor, findTwoFactor, countRecoveryCodes, markEnabled, replaceRecoveryCodes, savePendingSecret } from './queries.ts';

const setupLifeMs = 15 * minuteMs;

const alreadyOn = () => new AppError('conflict', 'Two-factor login is already on. Turn it off first.');
const notSetUp = () => new AppError('conflict', 'This setup has expired. Start again with a new QR code.');

const saveRecoveryCodes = (trx: Trx, userId: number, { codes, at }: { codes: readonly string[]; at: number }): Promise<void> =>
  replaceRecoveryCodes(trx, userId, { hashes: codes.map(recoveryHash), at });

/** Turning on sign-in with a code from an authenticator app. */
function createTwoFactorSetUp(deps: AccountDeps) {
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

const notOn = () => new AppError('conflict', 'Two-factor login is off.');

/** Signing in with a code from an authenticator app, which users turn on and off themselves. */
export function createTwoFactor(deps: AccountDeps) {
  const { db, now, writeAudit } = deps;
  const { getRow, requireProof, sendEmail } = createProof(deps);

  async function getEnabled(actor: Actor): Promise<{ user: UserRow; row: TwoFactorRow }> {
    const user = await getRow(actor);
    const row = await findTwoFactor(db, user.id);
    if (!row || row.enabled_at === null) throw notOn();
    return { user, row };
  }

  return {
    ...createTwoFactorSetUp(deps),
    /** Throws `conflict` if it is off, and `invalid` for a wrong password or code. */
    async disableTwoFactor(actor: Actor, proof: TwoFactorProof): Promise<null> {
      const { user, row } = await getEnabled(actor);
      await requireProof(actor, { user, row }, proof);
      await transact(db, async (trx) => {
        await getOwner(trx, actor);
        await deleteTwoFactor(trx, user.id);
      });
      await writeAudit(actor, { action: 'two-factor-disabled', target: `user:${user.id}` });
      sendEmail(user, 'off');
      return null;
    },
    /** The earlier codes no longer work. Throws as `disableTwoFactor` does. */
    async renewRecoveryCodes(actor: Actor, proof: TwoFactorProof): Promise<RecoveryCodes> {
      const { user, row } = await getEnabled(actor);
      await requireProof(actor, { user, row }, proof);
      const recoveryCodes = makeRecoveryCodes();
      await transact(db, async (trx) => {
        await getOwner(trx, actor);
        await saveRecoveryCodes(trx, user.id, { codes: recoveryCodes, at: now() });
      });
      await writeAudit(actor, { action: 'recovery-codes-made', target: `user:${user.id}` });
      return { recoveryCodes };
    },
    /** For admins, when someone has lost their phone and their recovery codes. Removes the passkeys too. Throws `not_found`. */
    async resetTwoFactor(actor: Actor, email: string): Promise<{ wasOn: boolean; passkeys: number }> {
      requireAdmin(actor);
      const user = await findUser(db, { email_key: keyOf(email) });
      if (!user) throw new AppError('not_found', `Account ${email} not found`);
      const removed = await transact(db, async (trx) => ({
        wasOn: await deleteTwoFactor(trx, user.id),
        passkeys: await deletePasskeys(trx, user.id),
      }));
      await writeAudit(actor, { action: 'two-factor-reset', target: `user:${user.id}` });
      if (removed.wasOn || removed.passkeys > 0) sendEmail(user, 'reset');
      return removed;
    },
  };
}
