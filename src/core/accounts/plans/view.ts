import type { Billing, Plan } from '#shared/billing.ts';
import { dayMs } from '#shared/time.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Config, PlanConfig } from '#core/platform/config.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { countAiCalls, countCampaigns, freshMs, listGroup, readLeadsUsed, readStanding, type Standing, waiting } from './queries.ts';
import { monthOf } from './room.ts';
import { findMember, listOffers, listSeats } from './seat-queries.ts';

/** What plans say about an account, apart from its payments. */
export type PlanView = Omit<Billing, 'enabled' | 'subscription'>;

function presentPlan({ id, name, about, price, stripePrice, limits }: PlanConfig, canPay: boolean): Plan {
  return { id, name, about, price, forSale: canPay && stripePrice !== '', limits };
}

interface Deps {
  config: Config;
  db: Db;
  now: Now;
  get: (id: string) => PlanConfig;
}

/** The plan of whoever asks and how far it is used, by them and everybody they share it with. */
export function createPlanView({ config, db, now, get }: Deps): (actor: Actor) => Promise<PlanView> {
  const { plans, stripeKey } = config.billing;
  const canPay = stripeKey !== '';

  async function readUse({ payerId, limits }: Standing): Promise<Billing['usage'] & { group: number[] }> {
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

  return async (actor) => {
    const userId = userIdOf(actor);
    const standing = await readStanding(db, userId);
    const { group, ...usage } = await readUse(standing);
    const payer = standing.payerId === userId ? undefined : await findMember(db, standing.payerId);
    const own = await findMember(db, userId);
    const seats = payer ? [] : await listSeats(db, userId);
    return {
      plan: presentPlan(get(standing.plan), canPay),
      plans: plans.map((plan) => presentPlan(plan, canPay)),
      usage,
      leadsWaiting: await countWaiting(group),
      payer: payer?.username ?? null,
      ownSeatId: standing.seatId === null ? null : String(standing.seatId),
      seats: seats.map(({ id, email, username }) => ({ id: String(id), email, takenBy: username })),
      offers: (await listOffers(db, own?.email_key ?? '')).map(({ id, from, plan }) => ({ id: String(id), from, plan: get(plan).name })),
    };
  };
}
