import type { Billing, Plan, Seat } from '#shared/billing.ts';
import { dayMs } from '#shared/time.ts';
import type { CoreContext } from '#core/context.ts';
import { type Actor, requireAdmin, userIdOf } from '#core/platform/actor.ts';
import type { PlanConfig } from '#core/platform/config.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { keyOf } from '../look-alikes.ts';
import { isOwnAddress, requireFreeSeat, requireOwnAddress } from '../policy.ts';
import { monthOf, pauseBeyondLimit, type PlanUsage } from './limits.ts';
import {
  type EffectivePlan,
  listGroup,
  listPayers,
  readLeadsUsed,
  readPlan,
  findMember,
  writePlan,
  listOffers,
  listSeats,
  countSeats,
  deleteSeat,
  findSeat,
  giveSeat,
  insertSeat,
  type SeatRow,
} from './queries.ts';

interface PlanDeps extends Pick<CoreContext, 'config' | 'db' | 'bus' | 'now' | 'writeAudit'> {
  usage: PlanUsage;
  /** The instance can send email, and so have addresses confirmed. */
  canConfirm: () => boolean;
}

const missing = () => new AppError('not_found', 'Seat not found');

/** Users who share a plan: its limits count for all of them together, but each has their own campaigns. */
function createSeats({ db, bus, now, writeAudit, usage, canConfirm }: PlanDeps) {
  const announce = (...userIds: (number | null)[]): void => {
    for (const id of userIds) if (id !== null) bus.announce(String(id), ['seats-changed']);
  };
  const audit = (actor: Actor, seat: SeatRow, what: string) =>
    writeAudit(actor, { action: 'seat-changed', target: `user:${seat.user_id}`, details: { seat: seat.id, what } });

  return {
    /**
     * Responds the same whether or not an account has that address. Throws `forbidden` if all seats are taken, `conflict` if the
     * address already has one.
     */
    async offerSeat(actor: Actor, email: string): Promise<Seat> {
      const userId = userIdOf(actor);
      const seat = await transact(db, async (trx) => {
        requireFreeSeat(await readPlan(trx, userId), { userId, taken: await countSeats(trx, userId) });
        const emailKey = keyOf(email);
        if ((await findMember(trx, userId))?.email_key === emailKey)
          throw new AppError('conflict', 'This is your own address. You already have a seat.');
        if ((await listSeats(trx, userId)).some(({ email_key }) => email_key === emailKey))
          throw new AppError('conflict', 'This address already has a seat');
        const id = await insertSeat(trx, { user_id: userId, email: email.trim(), email_key: emailKey, created_at: now() });
        return { id, user_id: userId, email: email.trim(), email_key: emailKey, member_id: null };
      });
      await audit(actor, seat, 'offered');
      announce(userId);
      return { id: String(seat.id), email: seat.email, takenBy: null };
    },
    /** Throws `not_found` for another user's offer, `conflict` for a user who has a seat or offers seats. */
    async takeSeat(actor: Actor, id: string): Promise<void> {
      const userId = userIdOf(actor);
      const seat = await transact(db, async (trx) => {
        const found = await findSeat(trx, Number(id));
        const member = await findMember(trx, userId);
        if (!found || !member || found.email_key !== member.email_key || found.member_id !== null) throw missing();
        requireOwnAddress(member, canConfirm());
        const { payerId } = await readPlan(trx, userId);
        if (payerId !== userId) throw new AppError('conflict', "You already use another account's plan. Leave it first.");
        if ((await listSeats(trx, userId)).length > 0)
          throw new AppError('conflict', 'Others use seats of your plan. Remove their seats first.');
        const offering = await readPlan(trx, found.user_id);
        if (offering.payerId !== found.user_id) throw new AppError('conflict', 'This seat is no longer available');
        await giveSeat(trx, found.id, userId);
        return found;
      });
      await audit(actor, seat, 'taken');
      announce(userId, seat.user_id);
    },
    /** Allowed for the payer, the member, and the user it was offered to. */
    async removeSeat(actor: Actor, id: string): Promise<null> {
      const userId = userIdOf(actor);
      const seat = await transact(db, async (trx) => {
        const found = await findSeat(trx, Number(id));
        const member = await findMember(trx, userId);
        const isOffered = found?.member_id === null && found.email_key === member?.email_key && isOwnAddress(member, canConfirm());
        if (!found || !(found.user_id === userId || found.member_id === userId || isOffered)) throw missing();
        await deleteSeat(trx, found.id);
        if (found.member_id !== null) await pauseBeyondLimit(trx, found.member_id, { ...usage, now: now() });
        return found;
      });
      await audit(actor, seat, 'removed');
      announce(userId, seat.user_id, seat.member_id);
      return null;
    },
  };
}

/** The billing page without payment data. */
export type PlanView = Omit<Billing, 'enabled' | 'subscription'>;

function presentPlan({ id, name, about, price, stripePrice, limits }: PlanConfig, canPay: boolean): Plan {
  return { id, name, about, price, forSale: canPay && stripePrice !== '', limits };
}

/** The caller's plan, and how much of it they and the users who share it have used. */
function createPlanView({ config, db, now, usage }: PlanDeps, get: (id: string) => PlanConfig): (actor: Actor) => Promise<PlanView> {
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
    view: createPlanView(deps, get),
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
