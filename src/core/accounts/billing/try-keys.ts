import type { ConnectionTest } from '#shared/connections.ts';
import type { Config } from '#core/platform/config.ts';
import { AppError } from '#core/platform/errors.ts';
import { createGateway } from './gateway.ts';

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
