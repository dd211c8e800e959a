import type { UserOverview } from '#core/accounts/administration.ts';
import { findAccount as findBilling } from '#core/accounts/billing/queries.ts';
import type { MergeStep } from '#core/accounts/user-data.ts';
import { createTelling } from '#core/accounts/workspaces/access.ts';
import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import type { WriteAudit } from '#core/platform/audit/entry.ts';
import type { Bus } from '#core/platform/bus.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';

export interface MergeDeps {
  db: Db;
  bus: Bus;
  writeAudit: WriteAudit;
  /** Each makes what one room keeps for an account the other's. */
  mergeSteps: readonly MergeStep[];
  setDisabled: (actor: Actor, email: string, disabled: boolean) => Promise<unknown>;
}

/**
 * Merges two accounts of one person: campaigns with all that is in them, memberships, Reddit accounts, channels, competitors, and
 * views of the first become the second's, or nothing does. The first is disabled, so that nobody logs in to it.
 */
export function createMerging({ db, bus, writeAudit, mergeSteps, setDisabled }: MergeDeps) {
  const tell = createTelling({ db, bus });
  return async function merge(actor: Actor, { user, into }: { user: UserOverview; into: UserOverview }): Promise<void> {
    requireAdmin(actor);
    if (user.id === into.id) throw new AppError('conflict', 'Choose another account to merge it into.');
    if (into.disabled) throw new AppError('conflict', `${into.username} is disabled. Enable that account first.`);
    if (actor.kind === 'user' && actor.userId === user.id)
      throw new AppError('conflict', "This is your own account, so it can't be merged away.");
    if (user.role === 'admin' && into.role !== 'admin')
      throw new AppError('conflict', `${user.username} is an admin. Make ${into.username} an admin first.`);
    const merged = { from: Number(user.id), to: Number(into.id) };
    if ((await findBilling(db, merged.from))?.plan) throw new AppError('conflict', `End the subscription of ${user.username} first.`);
    // First, so that nothing is added meanwhile.
    await setDisabled(actor, user.email, true);
    try {
      await transact(db, async (trx) => {
        for (const step of mergeSteps) await step(trx, merged);
      });
    } catch (error) {
      if (!user.disabled) await setDisabled(actor, user.email, false);
      throw error;
    }
    await writeAudit(actor, { action: 'users-merged', target: `user:${into.id}`, details: { from: user.id, name: user.username } });
    await tell(merged.to);
    bus.announce(into.id, ['everything-changed']);
  };
}
