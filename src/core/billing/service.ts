import { type Billing, subscriptionStates } from '#shared/billing.ts';
import { type Actor, refuseOthers, systemActor, userIdOf } from '../actor.ts';
import type { Now } from '../clock.ts';
import type { Config, PlanConfig } from '../config.ts';
import type { Db } from '../db/connect.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { PlanView } from '../plans/service.ts';
import type { Gateway, Subscription } from './gateway.ts';
import {
  type AccountRow,
  findAccount,
  findByCustomer,
  findPayer,
  forgetEvents,
  isKnownEvent,
  keepCustomer,
  keepEvent,
  replaceCustomer,
  writeAccount,
} from './queries.ts';

interface Deps {
  config: Config;
  db: Db;
  now: Now;
  log: Log;
  /** Null where no key is configured. */
  gateway: Gateway | null;
  /** Origin that browsers reach this instance by. */
  origin: string;
  plans: {
    view: (actor: Actor) => Promise<PlanView>;
    get: (id: string) => PlanConfig;
    setPlan: (actor: Actor, userId: number, plan: string) => Promise<unknown>;
    plans: readonly PlanConfig[];
  };
}

const dayMs = 86_400_000;
/** Stripe sends an event again for three days. */
const eventsKeptMs = 30 * dayMs;

/** In these the plan is there; a payment that failed gets time to be made good. */
const paying = new Set<string>(['active', 'trialing', 'past_due']);
/** In these a second subscription would be a second bill. */
const open = new Set<string>([...paying, 'unpaid', 'paused', 'incomplete']);
const order = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete', 'canceled', 'incomplete_expired'];

/** The one that counts: the best of them, among equals the newest. */
function bestOf(subscriptions: readonly Subscription[]): Subscription | undefined {
  return subscriptions.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || b.createdAt - a.createdAt)[0];
}

const stateOf = (state: string): Billing['subscription']['state'] => subscriptionStates.find((known) => known === state) ?? 'canceled';

const subscriptionOf = (row: AccountRow | undefined): Billing['subscription'] => ({
  state: stateOf(row?.state ?? 'none'),
  periodEnd: row?.period_end ? new Date(row.period_end).toISOString() : null,
  endsThen: row?.ends_then === 1,
});

/**
 * Payments. An event says only that something changed: what is true is asked of Stripe, so events may come
 * twice, late or in any order.
 */
export function createBilling({ config, db, now, log, gateway, origin, plans }: Deps) {
  const returnTo = `${origin}/dashboard/billing`;
  /** One question at a time for each account: an older answer never lands on a newer one. */
  const turns = new Map<number, Promise<void>>();

  function needGateway(): Gateway {
    if (!gateway) throw new AppError('unavailable', 'Payments are not set up on this instance');
    return gateway;
  }

  async function readFromStripe(userId: number): Promise<void> {
    const account = await findAccount(db, userId);
    if (!account) return;
    const best = bestOf(await needGateway().listSubscriptions(account.customer_id));
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
      ends_then: best?.endsThen ? 1 : 0,
      synced_at: now(),
    });
  }

  function sync(userId: number): Promise<void> {
    const before = turns.get(userId) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(() => readFromStripe(userId));
    turns.set(userId, turn);
    return turn.finally(() => {
      if (turns.get(userId) === turn) turns.delete(userId);
    });
  }

  async function view(actor: Actor): Promise<Billing> {
    const account = await findAccount(db, userIdOf(actor));
    return { enabled: gateway !== null, ...(await plans.view(actor)), subscription: subscriptionOf(account) };
  }

  async function newCustomer(userId: number): Promise<string> {
    const payer = await findPayer(db, userId);
    if (!payer) throw new AppError('not_found', 'There is no such account');
    return needGateway().createCustomer(payer);
  }
  async function customerOf(userId: number): Promise<string> {
    const known = await findAccount(db, userId);
    if (known) return known.customer_id;
    await keepCustomer(db, { userId, customerId: await newCustomer(userId), now: now() });
    return (await findAccount(db, userId))?.customer_id ?? '';
  }
  /** A customer that was deleted at Stripe is made anew, once. */
  async function openCheckout(userId: number, price: string): Promise<string> {
    const service = needGateway();
    const url = await service.createCheckout({ customerId: await customerOf(userId), price, userId, returnTo });
    if (url !== null) return url;
    const customerId = await newCustomer(userId);
    await replaceCustomer(db, userId, customerId);
    const again = await service.createCheckout({ customerId, price, userId, returnTo });
    if (again === null)
      throw new AppError('unavailable', 'The payment service does not know this plan; its operator should check billing.plans');
    return again;
  }

  return {
    view,
    /** Where to pay. Throws `conflict` where there is a subscription already or somebody else pays. */
    async checkout(actor: Actor, { plan: id }: { plan: string }): Promise<{ url: string }> {
      const userId = userIdOf(actor);
      needGateway();
      const plan = plans.plans.find((one) => one.id === id && one.stripePrice !== '');
      if (!plan) throw new AppError('invalid', 'This plan is not for sale', { details: [{ path: 'plan', message: 'Not for sale' }] });
      const { payer } = await plans.view(actor);
      if (payer !== null) throw new AppError('conflict', `${payer} pays for you. Leave that seat first.`);
      await sync(userId);
      if (open.has((await findAccount(db, userId))?.state ?? ''))
        throw new AppError('conflict', 'You have a subscription: change it under “Manage subscription”');
      return { url: await openCheckout(userId, plan.stripePrice) };
    },
    async portal(actor: Actor): Promise<{ url: string }> {
      const account = await findAccount(db, userIdOf(actor));
      if (!account) throw new AppError('conflict', 'You have no subscription yet');
      return { url: await needGateway().createPortal(account.customer_id, returnTo) };
    },
    async refresh(actor: Actor): Promise<Billing> {
      if (gateway) await sync(userIdOf(actor));
      return view(actor);
    },
    /** Kept only once it took effect, so that what fails is sent again. Throws `invalid` without Stripe's signature. */
    async receive(body: Buffer, signature: string): Promise<{ received: true }> {
      if (config.billing.webhookSecret === '') throw new AppError('unavailable', 'billing.webhookSecret is not configured');
      const { customerId, ...event } = await needGateway().readEvent(body, signature);
      if (await isKnownEvent(db, event.id)) return { received: true };
      const account = customerId === null ? undefined : await findByCustomer(db, customerId);
      if (account) await sync(account.user_id);
      await keepEvent(db, { ...event, received_at: now() });
      return { received: true };
    },
    /** For admins: a plan without payment. Throws `conflict` for who pays by themselves. */
    async grant(actor: Actor, userId: number, plan: string): Promise<void> {
      refuseOthers(actor);
      const account = await findAccount(db, userId);
      if (account && open.has(account.state))
        throw new AppError('conflict', 'This account pays for its plan: it changes with the subscription');
      await plans.setPlan(actor, userId, plan);
    },
    /** Ends what would be billed on after the account is gone. Throws `unavailable` when Stripe does not say that it ended. */
    async endFor(userId: number): Promise<void> {
      const account = await findAccount(db, userId);
      if (!gateway || !account) return;
      const subscriptions = await gateway.listSubscriptions(account.customer_id);
      for (const { id, state } of subscriptions) if (open.has(state)) await gateway.cancel(id);
    },
    forgetOldEvents: (): Promise<number> => forgetEvents(db, now() - eventsKeptMs),
    close: async (): Promise<void> => gateway?.close(),
  };
}
export type BillingService = ReturnType<typeof createBilling>;
