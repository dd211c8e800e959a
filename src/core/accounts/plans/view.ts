import type { Billing, Plan } from '#shared/billing.ts';
import { dayMs } from '#shared/time.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Config, PlanConfig } from '#core/platform/config.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { monthOf, type PlanUsage } from './limits.ts';
import { type EffectivePlan, listGroup, readLeadsUsed, readPlan } from './queries.ts';
import { countSeats } from './workspace-seat-queries.ts';
import { findMember, listOffers, listSeats } from './seat-queries.ts';

/** The billing page without payment data. */
export type PlanView = Omit<Billing, 'enabled' | 'subscription'>;

function presentPlan({ id, name, about, price, stripePrice, limits }: PlanConfig, canPay: boolean): Plan {
  return { id, name, about, price, forSale: canPay && stripePrice !== '', limits };
}

interface PlanViewDeps {
  config: Config;
  db: Db;
  now: Now;
  usage: PlanUsage;
  get: (id: string) => PlanConfig;
}

/** The caller's plan, and how much of it they and the users who share it have used. */
export function createPlanView({ config, db, now, usage, get }: PlanViewDeps): (actor: Actor) => Promise<PlanView> {
  const { plans } = config.billing;

  async function readUsage({ payerId, limits }: EffectivePlan): Promise<Billing['usage'] & { group: number[] }> {
    const group = await listGroup(db, payerId);
    const at = now();
    return {
      group,
      campaigns: { used: await usage.countCampaigns(db, group, { active: false }), limit: limits.campaigns },
      leadsThisMonth: { used: await readLeadsUsed(db, payerId, monthOf(at)), limit: limits.leadsPerMonth },
      aiCallsToday: { used: await usage.countAiCalls(db, group, { day: Math.floor(at / dayMs), now: at }), limit: limits.aiCallsPerDay },
      seats: { used: await countSeats(db, payerId), limit: limits.seats },
    };
  }

  return async (actor) => {
    const userId = userIdOf(actor);
    const canPay = config.billing.stripeKey !== '';
    const effective = await readPlan(db, userId);
    const { group, ...used } = await readUsage(effective);
    const payer = effective.payerId === userId ? undefined : await findMember(db, effective.payerId);
    const own = await findMember(db, userId);
    const seats = payer ? [] : await listSeats(db, userId);
    return {
      plan: presentPlan(get(effective.plan), canPay),
      plans: plans.map((plan) => presentPlan(plan, canPay)),
      usage: used,
      leadsWaiting: await usage.countWaitingLeads(db, group, now()),
      payer: payer?.username ?? null,
      ownSeatId: effective.seatId === null ? null : String(effective.seatId),
      seats: seats.map(({ id, email, username }) => ({ id: String(id), email, takenBy: username })),
      offers: (await listOffers(db, own?.email_key ?? '')).map(({ id, from, plan }) => ({ id: String(id), from, plan: get(plan).name })),
    };
  };
}
