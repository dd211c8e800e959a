import type { CoreContext } from '#core/context.ts';
import { isoTime } from '#core/platform/clock.ts';
import { type Billing, subscriptionStates } from '#shared/billing.ts';
import { dayMs } from '#shared/time.ts';
import { type Actor, requireAdmin, userIdOf, systemActor } from '#core/platform/actor.ts';
import type { PlanConfig } from '#core/platform/config.ts';
import { AppError } from '#core/platform/errors.ts';
import { inTurn, type Peers } from '#core/platform/peers.ts';
import type { PlanView } from '../plans/service.ts';
import type { Gateway, Subscription } from './gateway.ts';
import {
  type AccountRow,
  findAccount,
  findByCustomer,
  forgetEvents,
  isKnownEvent,
  keepEvent,
  findPayer,
  keepCustomer,
  replaceCustomer,
  writeAccount,
} from './queries.ts';

interface BillingDeps extends Pick<CoreContext, 'config' | 'db' | 'now' | 'log'> {
  peers: Pick<Peers, 'takeTurn'>;
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
const open = new Set<string>([...paying, 'unpaid', 'paused', 'incomplete']);
const order = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete', 'canceled', 'incomplete_expired'];

/** The subscription that counts: the best state, then the newest. */
function bestOf(subscriptions: readonly Subscription[]): Subscription | undefined {
  return subscriptions.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || b.createdAt - a.createdAt)[0];
}

/** Throws `unavailable` when no payment service is configured. */
function needGateway(deps: Pick<BillingDeps, 'gateway'>): Gateway {
  const gateway = deps.gateway();
  if (!gateway) throw new AppError('unavailable', "Payments aren't set up on this instance. Ask its administrator.");
  return gateway;
}

/** Updates an account to Stripe's current state. */
function createSync(deps: BillingDeps): (userId: number) => Promise<void> {
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

/** Returns the URL of the payment page. */
function createCheckout(deps: BillingDeps, returnAddress: () => string): (userId: number, price: string) => Promise<string> {
  const { db, now } = deps;

  async function newCustomer(userId: number): Promise<string> {
    const payer = await findPayer(db, userId);
    if (!payer) throw new AppError('not_found', 'Account not found');
    return needGateway(deps).createCustomer(payer);
  }
  async function customerOf(userId: number): Promise<string> {
    const known = await findAccount(db, userId);
    if (known) return known.customer_id;
    await keepCustomer(db, { userId, customerId: await newCustomer(userId), now: now() });
    return (await findAccount(db, userId))?.customer_id ?? '';
  }
  /** Recreates, once, a customer that was deleted at Stripe. */
  async function openCheckout(userId: number, price: string): Promise<string> {
    const service = needGateway(deps);
    const returnTo = returnAddress();
    const url = await service.createCheckout({ customerId: await customerOf(userId), price, userId, returnTo });
    if (url !== null) return url;
    const customerId = await newCustomer(userId);
    await replaceCustomer(db, userId, customerId);
    const again = await service.createCheckout({ customerId, price, userId, returnTo });
    if (again === null)
      throw new AppError('unavailable', "Stripe doesn't know the price of this plan. Ask your administrator to check billing.plans.");
    return again;
  }
  return openCheckout;
}

/** Stripe retries an event for three days. */
const eventsKeptMs = 30 * dayMs;

const stateOf = (state: string): Billing['subscription']['state'] => subscriptionStates.find((known) => known === state) ?? 'canceled';

const subscriptionOf = (row: AccountRow | undefined): Billing['subscription'] => ({
  state: stateOf(row?.state ?? 'none'),
  periodEnd: row?.period_end ? isoTime(row.period_end) : null,
  endsThen: row?.cancels_at_period_end === 1,
});

const notForSale = () =>
  new AppError('invalid', "This plan can't be bought. Choose another plan.", { details: [{ path: 'plan', message: 'Not for sale' }] });

/**
 * Payments. An event only says that something changed; the current state is fetched from Stripe, so events may be repeated, late,
 * or out of order.
 */
export function createBilling(deps: BillingDeps) {
  const { config, db, now, gateway: findGateway, origin, plans } = deps;
  const returnTo = () => `${origin()}/dashboard/billing`;
  const sync = createSync(deps);
  const openCheckout = createCheckout(deps, returnTo);

  async function view(actor: Actor): Promise<Billing> {
    const account = await findAccount(db, userIdOf(actor));
    return { enabled: findGateway() !== null, ...(await plans.view(actor)), subscription: subscriptionOf(account) };
  }

  return {
    view,
    /** Returns the URL of the payment page. Throws `conflict` if there is a subscription already or another account pays. */
    async checkout(actor: Actor, { plan: id }: { plan: string }): Promise<{ url: string }> {
      const userId = userIdOf(actor);
      needGateway(deps);
      const plan = plans.plans.find((one) => one.id === id && one.stripePrice !== '');
      if (!plan) throw notForSale();
      const { payer } = await plans.view(actor);
      if (payer !== null) throw new AppError('conflict', `${payer} pays for your plan. Leave their plan first.`);
      await sync(userId);
      if (open.has((await findAccount(db, userId))?.state ?? ''))
        throw new AppError('conflict', 'You already have a subscription. Change it under “Manage subscription”.');
      return { url: await openCheckout(userId, plan.stripePrice) };
    },
    async portal(actor: Actor): Promise<{ url: string }> {
      const account = await findAccount(db, userIdOf(actor));
      if (!account) throw new AppError('conflict', "You don't have a subscription yet. Choose a plan first.");
      return { url: await needGateway(deps).createPortal(account.customer_id, returnTo()) };
    },
    async refresh(actor: Actor): Promise<Billing> {
      if (findGateway()) await sync(userIdOf(actor));
      return view(actor);
    },
    /**
     * An event is stored only after it took effect, so that Stripe retries failed ones. Throws `invalid` without Stripe's
     * signature.
     */
    async receive(body: Buffer, signature: string): Promise<{ received: true }> {
      if (config.billing.webhookSecret === '') throw new AppError('unavailable', 'billing.webhookSecret is not configured');
      const { customerId, ...event } = await needGateway(deps).readEvent(body, signature, now());
      if (await isKnownEvent(db, event.id)) return { received: true };
      const account = customerId === null ? undefined : await findByCustomer(db, customerId);
      if (account) await sync(account.user_id);
      await keepEvent(db, { ...event, received_at: now() });
      return { received: true };
    },
    /** For admins: sets a plan without payment. Throws `conflict` for an account that pays for its plan. */
    async grant(actor: Actor, userId: number, plan: string): Promise<void> {
      requireAdmin(actor);
      const account = await findAccount(db, userId);
      if (account && open.has(account.state))
        throw new AppError('conflict', 'This account pays for its plan, which changes with its subscription.');
      await plans.setPlan(actor, userId, plan);
    },
    /** Cancels the subscription of an account before it is deleted. Throws `unavailable` unless Stripe confirms. */
    async endFor(userId: number): Promise<void> {
      const account = await findAccount(db, userId);
      const gateway = findGateway();
      if (!gateway || !account) return;
      const subscriptions = await gateway.listSubscriptions(account.customer_id);
      for (const { id, state } of subscriptions) if (open.has(state)) await gateway.cancel(id);
    },
    forgetOldEvents: (): Promise<number> => forgetEvents(db, now() - eventsKeptMs),
  };
}
