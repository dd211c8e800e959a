import type { Billing, Plan } from '#shared/billing.ts';
import { type Actor, refuseOthers, userIdOf } from '../actor.ts';
import type { WriteAudit } from '../audit/entry.ts';
import type { Bus } from '../bus.ts';
import type { Now } from '../clock.ts';
import type { Config, PlanConfig } from '../config.ts';
import { type Db, transact, type Trx } from '../db/connect.ts';
import { AppError } from '../errors.ts';
import { mergeLeads } from '../leads/merge.ts';
import { updateRows } from '../posts/many-rows.ts';
import {
  countAiCalls,
  countCampaigns,
  holdToPlan,
  listGroup,
  listPayers,
  readLeadsUsed,
  readStanding,
  type Standing,
  waiting,
} from './queries.ts';
import { monthOf } from './room.ts';
import { findMember, listOffers, listSeats, writePlan } from './seat-queries.ts';
import { createSeats } from './seats.ts';

interface Deps {
  config: Config;
  db: Db;
  bus: Bus;
  now: Now;
  writeAudit: WriteAudit;
}

const dayMs = 86_400_000;
/** Older finds are no leads any more by the time there is room. */
const freshMs = 31 * dayMs;
const mostPromoted = 1000;

/** What plans say about an account, apart from its payments. */
export type PlanView = Omit<Billing, 'enabled' | 'subscription'>;

function presentPlan({ id, name, about, price, stripePrice, limits }: PlanConfig, canPay: boolean): Plan {
  return { id, name, about, price, forSale: canPay && stripePrice !== '', limits };
}

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
  const canPay = config.billing.stripeKey !== '';
  const all = config.billing.plans;
  const [first] = all;
  const find = (id: string): PlanConfig | undefined => all.find((plan) => plan.id === id);

  function get(id: string): PlanConfig {
    const plan = find(id) ?? first;
    if (!plan) throw new Error('The configuration has no plan');
    return plan;
  }

  async function readUse({ payerId, limits }: Standing): Promise<Billing['use'] & { group: number[] }> {
    const group = await listGroup(db, payerId);
    const at = now();
    return {
      group,
      campaigns: { used: await countCampaigns(db, group, { listening: false }), limit: limits.campaigns },
      leadsThisMonth: { used: await readLeadsUsed(db, payerId, monthOf(at)), limit: limits.leadsPerMonth },
      aiCallsToday: { used: await countAiCalls(db, group, { day: Math.floor(at / dayMs), now: at }), limit: limits.aiCallsPerDay },
      seats: { used: 1 + (await listSeats(db, payerId)).length, limit: limits.seats },
    };
  }

  async function countWaiting(group: readonly number[]): Promise<number> {
    const row = await waiting(db, group)
      .where('posts.discovered_at', '>', now() - freshMs)
      .count<{ n: number }>({ n: '*' })
      .first();
    return row?.n ?? 0;
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
    bus.stale(String(userId), ['/billing', '/auth/me', '/campaigns', '/posts', '/leads', '/dashboard']);
    return done;
  }

  return {
    ...createSeats(deps),
    plans: all,
    get,
    setPlan,
    async view(actor: Actor): Promise<PlanView> {
      const userId = userIdOf(actor);
      const standing = await readStanding(db, userId);
      const { group, ...use } = await readUse(standing);
      const payer = standing.payerId === userId ? undefined : await findMember(db, standing.payerId);
      const own = await findMember(db, userId);
      const seats = payer ? [] : await listSeats(db, userId);
      return {
        plan: presentPlan(get(standing.plan), canPay),
        plans: all.map((plan) => presentPlan(plan, canPay)),
        use,
        leadsWaiting: await countWaiting(group),
        payer: payer?.username ?? null,
        ownSeatId: standing.seatId === null ? null : String(standing.seatId),
        seats: seats.map(({ id, email, username }) => ({ id: String(id), email, takenBy: username })),
        offers: (await listOffers(db, own?.email_key ?? '')).map(({ id, from, plan }) => ({ id: String(id), from, plan: get(plan).name })),
      };
    },
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
