import type { Stripe } from 'stripe';
import type { ConnectionTest } from '#shared/connections.ts';
import { product, version } from '#shared/product.ts';
import type { Config } from '#core/platform/config.ts';
import { AppError } from '#core/platform/errors.ts';
import { createUpstream, type Upstream } from '#core/platform/http/upstream.ts';

const timeoutMs = 15_000;

export interface Subscription {
  id: string;
  state: Stripe.Subscription.Status;
  priceId: string | null;
  /** UTC ms. */
  periodEnd: number | null;
  endsThen: boolean;
  /** UTC ms. */
  createdAt: number;
}
interface PaymentEvent {
  id: string;
  type: string;
  customerId: string | null;
}

const idOf = (reference: unknown): string | null => {
  if (typeof reference === 'string') return reference;
  return typeof reference === 'object' && reference !== null && 'id' in reference && typeof reference.id === 'string' ? reference.id : null;
};

function subscriptionOf(row: Stripe.Subscription): Subscription {
  const [item] = row.items.data;
  return {
    id: row.id,
    state: row.status,
    priceId: item?.price.id ?? null,
    periodEnd: item ? item.current_period_end * 1000 : null,
    endsThen: row.cancel_at_period_end || row.cancel_at !== null,
    createdAt: row.created * 1000,
  };
}

function eventOf({ id, type, data }: Stripe.Event): PaymentEvent {
  const { object } = data as { object: { object?: string; customer?: unknown; id?: unknown } };
  return { id, type, customerId: object.object === 'customer' ? idOf(object) : idOf(object.customer) };
}

function stripeHost(stripeUrl: string): Stripe.StripeConfig {
  if (stripeUrl === '') return {};
  const { protocol, hostname, port } = new URL(stripeUrl);
  const isPlain = protocol === 'http:';
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port || (isPlain ? 80 : 443) };
}

/** Stripe's client over our own HTTP client, loaded on first use because most instances never need it. */
function createClient({ stripeKey, stripeUrl }: Config['billing'], upstream: Upstream) {
  let opened: Promise<{ stripe: Stripe; errors: typeof Stripe.errors }> | null = null;
  const open = () =>
    (opened ??= import('stripe').then(({ Stripe: Client }) => ({
      stripe: new Client(stripeKey, {
        ...stripeHost(stripeUrl),
        httpClient: Client.createFetchHttpClient(upstream.fetch),
        maxNetworkRetries: 1,
        timeout: timeoutMs,
        telemetry: false,
      }),
      errors: Client.errors,
    })));

  /** Returns `missing` if Stripe no longer knows the object. Throws `unavailable` for any other failure. */
  async function ask<T>(question: (stripe: Stripe) => Promise<T>, missing?: T): Promise<T> {
    const { stripe, errors } = await open();
    try {
      return await question(stripe);
    } catch (error) {
      if (!(error instanceof errors.StripeError)) throw error;
      if (error.code === 'resource_missing' && missing !== undefined) return missing;
      const refused = error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeAuthenticationError;
      const message = refused
        ? 'Stripe rejected the request. Ask your administrator to check the log.'
        : "Couldn't reach Stripe. Nothing was charged. Try again in a minute.";
      throw new AppError('unavailable', message, { cause: error, retryAfter: 60 });
    }
  }
  return { open, ask };
}

/** The part of Stripe that Earshot uses. */
export function createGateway(config: Config['billing']) {
  const upstream = createUpstream({ userAgent: `${product}/${version}`, timeoutMs });
  const { open, ask } = createClient(config, upstream);
  return {
    createCustomer: (user: { id: number; username: string; email: string }): Promise<string> =>
      ask(async (stripe) => {
        const body = { email: user.email, name: user.username, metadata: { user: String(user.id) } };
        return (await stripe.customers.create(body)).id;
      }),
    /** Null if Stripe no longer knows the customer or the price. */
    createCheckout: (order: { customerId: string; price: string; userId: number; returnTo: string }): Promise<string | null> =>
      ask<string | null>(async (stripe) => {
        const session = await stripe.checkout.sessions.create({
          mode: 'subscription',
          customer: order.customerId,
          client_reference_id: String(order.userId),
          line_items: [{ price: order.price, quantity: 1 }],
          success_url: `${order.returnTo}/success`,
          cancel_url: order.returnTo,
        });
        return session.url;
      }, null),
    createPortal: (customerId: string, returnTo: string): Promise<string> =>
      ask(async (stripe) => (await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnTo })).url),
    /** Includes ended ones; empty for a customer that was deleted at Stripe. */
    listSubscriptions: (customerId: string): Promise<Subscription[]> =>
      ask(async (stripe) => {
        const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 });
        return data.map(subscriptionOf);
      }, []),
    cancel: (subscriptionId: string): Promise<void> =>
      ask(async (stripe) => void (await stripe.subscriptions.cancel(subscriptionId)), undefined),
    /** Throws `invalid` for a body that Stripe didn't sign within the five minutes before `receivedAt` (UTC ms). */
    async readEvent(body: Buffer, signature: string, receivedAt: number): Promise<PaymentEvent> {
      const { stripe, errors } = await open();
      try {
        return eventOf(stripe.webhooks.constructEvent(body, signature, config.webhookSecret, undefined, undefined, receivedAt));
      } catch (error) {
        if (error instanceof errors.StripeSignatureVerificationError)
          throw new AppError('invalid', 'Invalid Stripe signature', { cause: error });
        throw error;
      }
    },
    /** Throws `unavailable` for a key that may not read subscriptions. Returns the prices that Stripe doesn't know. */
    async tryKey(prices: readonly string[]): Promise<string[]> {
      await ask((stripe) => stripe.subscriptions.list({ limit: 1 }));
      const unknown: string[] = [];
      for (const price of prices) {
        const found = await ask<boolean>(async (stripe) => Boolean(await stripe.prices.retrieve(price)), false);
        if (!found) unknown.push(price);
      }
      return unknown;
    },
    close: () => upstream.close(),
  };
}
export type Gateway = ReturnType<typeof createGateway>;

const result = (ok: boolean, message: string): ConnectionTest => ({ ok, message, models: [], sample: null });

/** Asks Stripe for what payments need, and for the price of every plan that is for sale. Nothing is created. */
export async function tryStripeKeys(config: Config['billing']): Promise<ConnectionTest> {
  if (config.stripeKey === '') return result(false, 'Enter the secret key first.');
  const gateway = createGateway(config);
  try {
    const prices = config.plans.flatMap(({ stripePrice }) => stripePrice || []);
    const unknown = await gateway.tryKey(prices);
    if (unknown.length > 0)
      return result(false, `Stripe doesn't know the price ${unknown[0]}. Correct it in billing.plans of the configuration.`);
    const advice =
      prices.length === 0 ? ' No plan is for sale yet: add plans with a stripePrice to billing.plans in the configuration.' : '';
    return result(true, `Stripe accepted the key.${advice}`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { type = '', statusCode = 0 } = error.cause instanceof Error ? (error.cause as { type?: string; statusCode?: number }) : {};
    if (statusCode === 401) return result(false, 'Stripe rejected the key. Copy it again from the Stripe dashboard.');
    if (statusCode === 403 || type === 'StripePermissionError')
      return result(
        false,
        'This restricted key lacks permissions. It needs customers, checkout sessions, subscriptions, prices, and the customer portal.',
      );
    return result(false, "Couldn't reach Stripe. Check this server's network connection, then test again.");
  } finally {
    await gateway.close();
  }
}
