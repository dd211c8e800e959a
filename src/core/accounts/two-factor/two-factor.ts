import type { RecoveryCodes, TwoFactorProof } from '#shared/two-factor.ts';
import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import { transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { AccountDeps } from '../deps.ts';
import { deletePasskeys } from '../passkeys/queries.ts';
import { findUser, type UserRow } from '../queries.ts';
import { getOwner } from '../security-stamp.ts';
import type { TwoFactorRow } from '../tables.ts';
import { keyOf } from '../key.ts';
import { makeRecoveryCodes } from './codes.ts';
import { createProof } from './proof.ts';
import { deleteTwoFactor, findTwoFactor } from './queries.ts';
import { createTwoFactorSetUp, saveRecoveryCodes } from './set-up.ts';

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
