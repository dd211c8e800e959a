import { type Actor, refuseOthers } from '#core/platform/actor.ts';
import type { WriteAudit } from '#core/platform/audit/entry.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Config, PlanConfig } from '#core/platform/config.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { mergeLeads } from '#core/inbox/leads/merge.ts';
import { updateRows } from '#core/platform/db/many-rows.ts';
import { freshMs, holdToPlan, listGroup, listPayers, readLeadsUsed, readStanding, type Standing, waiting } from './queries.ts';
import { monthOf } from './room.ts';
import { findMember, writePlan } from './seat-queries.ts';
import { createSeats } from './seats.ts';
import { createPlanView } from './view.ts';

interface Deps {
  config: Config;
  db: Db;
  bus: Bus;
  now: Now;
  writeAudit: WriteAudit;
}

const mostPromoted = 1000;

/** Makes leads of what waited for room, best first. Answers how many. */
async function promote({ db, now }: Deps, standing: Standing): Promise<number> {
  return transact(db, async (trx) => {
    const group = await listGroup(trx, standing.payerId);
    const left =
      standing.limits.leadsPerMonth === null
        ? mostPromoted
        : standing.limits.leadsPerMonth - (await readLeadsUsed(trx, standing.payerId, monthOf(now())));
    if (left <= 0) return 0;
    const ids = await waiting(trx, group)
      .where('posts.discovered_at', '>', now() - freshMs)
      .orderBy('posts.static_points', 'desc')
      .limit(Math.min(left, mostPromoted))
      .pluck<number[]>('posts.id');
    await updateRows(
      trx,
      'posts',
      ids.map((id) => ({ id, status: 'lead' })),
    );
    return (await mergeLeads(trx, ids, now())).length;
  });
}

/** Which plan counts for whom, how far it is used, and what follows from a change. */
export function createPlans(deps: Deps) {
  const { config, db, bus, now, writeAudit } = deps;
  const all = config.billing.plans;
  const [first] = all;
  const find = (id: string): PlanConfig | undefined => all.find((plan) => plan.id === id);

  function get(id: string): PlanConfig {
    const plan = find(id) ?? first;
    if (!plan) throw new Error('The configuration has no plan');
    return plan;
  }

  /** Changes the plan inside a transaction; the newest campaigns beyond its limit stop listening. */
  async function write(trx: Trx, userId: number, plan: string): Promise<{ paused: number }> {
    await writePlan(trx, userId, plan);
    return { paused: await holdToPlan(trx, userId, now()) };
  }

  async function setPlan(actor: Actor, userId: number, plan: string): Promise<{ paused: number }> {
    refuseOthers(actor);
    if (!find(plan))
      throw new AppError('invalid', `There is no plan “${plan}”`, {
        details: [{ path: 'plan', message: `One of: ${all.map(({ id }) => id).join(', ')}` }],
      });
    const done = await transact(db, async (trx) => {
      const before = await findMember(trx, userId);
      if (!before) throw new AppError('not_found', 'There is no such account');
      return before.plan === plan ? null : write(trx, userId, plan);
    });
    if (!done) return { paused: 0 };
    await writeAudit(actor, { action: 'plan-changed', target: `user:${userId}`, details: { plan, paused: done.paused } });
    await promote(deps, await readStanding(db, userId));
    bus.announce(String(userId), ['plan-changed']);
    return done;
  }

  return {
    ...createSeats(deps),
    view: createPlanView({ ...deps, get }),
    plans: all,
    get,
    setPlan,
    /** Finds that waited for a new month or a larger plan become leads, for everybody. */
    async promoteAll(signal: AbortSignal): Promise<{ promoted: number }> {
      let promoted = 0;
      for (const payerId of await listPayers(db)) {
        if (signal.aborted) break;
        promoted += await promote(deps, await readStanding(db, payerId));
      }
      return { promoted };
    },
  };
}
export type Plans = ReturnType<typeof createPlans>;
