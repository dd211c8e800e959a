import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import type { WriteAudit } from '#core/platform/audit/entry.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Config, PlanConfig } from '#core/platform/config.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { monthOf, pauseBeyondLimit, type PlanUsage } from './limits.ts';
import { type EffectivePlan, listGroup, listPayers, readLeadsUsed, readPlan } from './queries.ts';
import { findMember, writePlan } from './seat-queries.ts';
import { createSeats } from './seats.ts';
import { createPlanView } from './view.ts';

export interface PlanDeps {
  config: Config;
  db: Db;
  bus: Bus;
  now: Now;
  writeAudit: WriteAudit;
  usage: PlanUsage;
  /** The instance can send email, and so have addresses confirmed. */
  canConfirm: () => boolean;
}

/** Promotes posts that waited for the plan to leads, best first, and returns how many. */
async function promote({ db, now, usage }: PlanDeps, { payerId, limits }: EffectivePlan): Promise<number> {
  return transact(db, async (trx) => {
    const userIds = await listGroup(trx, payerId);
    const used = await readLeadsUsed(trx, payerId, monthOf(now()));
    const limit = limits.leadsPerMonth === null ? Infinity : limits.leadsPerMonth - used;
    return limit <= 0 ? 0 : usage.promoteWaiting(trx, { userIds, limit, now: now() });
  });
}

/** An account's plan and usage, and the effects of changing the plan. */
export function createPlans(deps: PlanDeps) {
  const { config, db, bus, now, usage, writeAudit } = deps;
  const all = config.billing.plans;
  const [first] = all;
  const find = (id: string): PlanConfig | undefined => all.find((plan) => plan.id === id);
  const { offerSeat, takeSeat, removeSeat } = createSeats(deps);

  function get(id: string): PlanConfig {
    const plan = find(id) ?? first;
    if (!plan) throw new Error('The configuration has no plan');
    return plan;
  }

  /** Changes the plan within a transaction and pauses the newest campaigns beyond its limit. */
  async function write(trx: Trx, userId: number, plan: string): Promise<{ paused: number }> {
    await writePlan(trx, userId, plan);
    return { paused: await pauseBeyondLimit(trx, userId, { ...usage, now: now() }) };
  }

  async function setPlan(actor: Actor, userId: number, plan: string): Promise<{ paused: number }> {
    requireAdmin(actor);
    if (!find(plan))
      throw new AppError('invalid', `Plan “${plan}” not found`, {
        details: [{ path: 'plan', message: `One of: ${all.map(({ id }) => id).join(', ')}` }],
      });
    const done = await transact(db, async (trx) => {
      const before = await findMember(trx, userId);
      if (!before) throw new AppError('not_found', 'Account not found');
      return before.plan === plan ? null : write(trx, userId, plan);
    });
    if (!done) return { paused: 0 };
    await writeAudit(actor, { action: 'plan-changed', target: `user:${userId}`, details: { plan, paused: done.paused } });
    await promote(deps, await readPlan(db, userId));
    bus.announce(String(userId), ['plan-changed']);
    return done;
  }

  return {
    offerSeat,
    takeSeat,
    removeSeat,
    view: createPlanView({ config, db, now, usage, get }),
    plans: all,
    get,
    setPlan,
    /** Promotes posts of all users that waited for a new month or a larger plan. */
    async promoteAll(signal: AbortSignal): Promise<{ promoted: number }> {
      let promoted = 0;
      for (const payerId of await listPayers(db)) {
        if (signal.aborted) break;
        promoted += await promote(deps, await readPlan(db, payerId));
      }
      return { promoted };
    },
  };
}
export type Plans = ReturnType<typeof createPlans>;
