import { minuteMs } from '#shared/time.ts';
import type { RecoveryCodes, TwoFactorProof, TwoFactorSetup, TwoFactorState } from '#shared/two-factor.ts';
import type { Actor } from '#core/platform/actor.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { AccountDeps } from '../deps.ts';
import { deleteSessions, listSessions } from '../session-queries.ts';
import { contextOf, recoveryHash } from './check.ts';
import { makeRecoveryCodes, makeSecret, uriOf } from './codes.ts';
import { createProof } from './proof.ts';
import { countRecoveryCodes, findTwoFactor, markEnabled, replaceRecoveryCodes, savePendingSecret } from './queries.ts';

const setupLifeMs = 15 * minuteMs;

const alreadyOn = () => new AppError('conflict', 'Two-factor sign-in is already on. Turn it off first.');
const notSetUp = () => new AppError('conflict', 'This setup has expired. Start again with a new QR code.');

export async function saveRecoveryCodes(trx: Trx, userId: number): Promise<string[]> {
  const codes = makeRecoveryCodes();
  await replaceRecoveryCodes(trx, userId, codes.map(recoveryHash));
  return codes;
}

/** Turning on sign-in with a code from an authenticator app. */
export function createTwoFactorSetUp(deps: AccountDeps) {
  const { db, bus, now, sealing, writeAudit } = deps;
  const { getRow, requireProof, sendEmail } = createProof(deps);

  /** Someone who signed in without a code may be in one of them. */
  async function endOtherSessions(actor: Actor, userId: number): Promise<void> {
    const current = actor.kind === 'user' ? actor.sessionId : undefined;
    const ids = (await listSessions(db, userId, now())).map(({ id }) => id).filter((id) => String(id) !== current);
    await deleteSessions(db, userId, ids);
    for (const id of ids) bus.emit('session:ended', { userId: String(userId), sessionId: String(id) });
  }

  return {
    async twoFactorState(actor: Actor): Promise<TwoFactorState> {
      const { id } = await getRow(actor);
      const enabledAt = (await findTwoFactor(db, id))?.enabled_at ?? null;
      if (enabledAt === null) return { enabled: false, enabledAt: null, recoveryCodesLeft: 0 };
      return { enabled: true, enabledAt: new Date(enabledAt).toISOString(), recoveryCodesLeft: await countRecoveryCodes(db, id) };
    },
    /** Needs no password, because nothing changes until `enableTwoFactor`. Throws `conflict` if it is on. */
    async setUpTwoFactor(actor: Actor): Promise<TwoFactorSetup> {
      const user = await getRow(actor);
      const secret = makeSecret();
      const sealed = sealing.seal(secret, contextOf(user.id));
      if (!(await savePendingSecret(db, { user_id: user.id, sealed_secret: sealed, created_at: now() }))) throw alreadyOn();
      return { secret, uri: uriOf(secret, user.email) };
    },
    /** Throws `conflict` if it is on or the setup has expired, and `invalid` for a wrong password or code. */
    async enableTwoFactor(actor: Actor, proof: TwoFactorProof): Promise<RecoveryCodes> {
      const user = await getRow(actor);
      const row = await findTwoFactor(db, user.id);
      if (row && row.enabled_at !== null) throw alreadyOn();
      if (!row || now() - row.created_at > setupLifeMs) throw notSetUp();
      await requireProof(actor, { user, row }, proof);
      const recoveryCodes = await transact(db, async (trx) => {
        if (!(await markEnabled(trx, row, now()))) throw notSetUp();
        return saveRecoveryCodes(trx, user.id);
      });
      await endOtherSessions(actor, user.id);
      await writeAudit(actor, { action: 'two-factor-enabled', target: `user:${user.id}` });
      sendEmail(user, 'on');
      return { recoveryCodes };
    },
  };
}
