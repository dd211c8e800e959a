import { systemActor, type Actor } from '#core/platform/actor.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Config, PlanConfig } from '#core/platform/config.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { inTurn, type Peers } from '#core/platform/peers.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Log } from '#core/platform/log.ts';
import type { PlanView } from '../plans/service.ts';
import type { Gateway, Subscription } from './gateway.ts';
import { findAccount, writeAccount } from './queries.ts';

export interface BillingDeps {
  config: Config;
  db: Db;
  now: Now;
  peers: Pick<Peers, 'takeTurn'>;
  log: Log;
  /** Null when no key is configured. */
  gateway: () => Gateway | null;
  /** Origin at which browsers reach this instance. */
  origin: () => string;
  plans: {
    view: (actor: Actor) => Promise<PlanView>;
    get: (id: string) => PlanConfig;
    setPlan: (actor: Actor, userId: number, plan: string) => Promise<unknown>;
    plans: readonly PlanConfig[];
  };
}

/** States in which the plan applies; `past_due` leaves time to fix a failed payment. */
const paying = new Set<string>(['active', 'trialing', 'past_due']);
/** States in which a second subscription would be charged twice. */
export const open = new Set<string>([...paying, 'unpaid', 'paused', 'incomplete']);
const order = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete', 'canceled', 'incomplete_expired'];

/** The subscription that counts: the best state, then the newest. */
function bestOf(subscriptions: readonly Subscription[]): Subscription | undefined {
  return subscriptions.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || b.createdAt - a.createdAt)[0];
}

/** Throws `unavailable` when no payment service is configured. */
export function needGateway(deps: Pick<BillingDeps, 'gateway'>): Gateway {
  const gateway = deps.gateway();
  if (!gateway) throw new AppError('unavailable', "Payments aren't set up on this instance. Ask its administrator.");
  return gateway;
}

/** Updates an account to Stripe's current state. */
export function createSync(deps: BillingDeps): (userId: number) => Promise<void> {
  const { db, now, log, peers, plans } = deps;
  /** One request at a time per account, on all servers, so that an older response never overwrites a newer one. */
  const turns = new Map<number, Promise<void>>();

  async function readFromStripe(userId: number): Promise<void> {
    const account = await findAccount(db, userId);
    if (!account) return;
    const best = bestOf(await needGateway(deps).listSubscriptions(account.customer_id));
    const state = best?.state ?? (account.subscription_id === null ? 'none' : 'canceled');
    const bought = plans.plans.find(({ stripePrice }) => stripePrice !== '' && stripePrice === best?.priceId);
    const plan = paying.has(state) ? (bought?.id ?? account.plan) : null;
    if (paying.has(state) && !bought) log.warn({ price: best?.priceId, userId }, 'a subscription is for a price that no plan has');
    const isNew = account.subscription_id !== (best?.id ?? account.subscription_id) || account.plan !== plan || account.state !== state;
    if (isNew && state !== 'none') await plans.setPlan(systemActor, userId, plan ?? plans.get('').id);
    await writeAccount(db, userId, {
      subscription_id: best?.id ?? account.subscription_id,
      state,
      plan,
      period_end: best?.periodEnd ?? null,
      cancels_at_period_end: best?.endsThen ? 1 : 0,
      synced_at: now(),
    });
  }

  function sync(userId: number): Promise<void> {
    const before = turns.get(userId) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(() => inTurn(peers, { name: `billing:${userId}` }, () => readFromStripe(userId)));
    turns.set(userId, turn);
    return turn.finally(() => {
      if (turns.get(userId) === turn) turns.delete(userId);
    });
  }
  return sync;
}
