import { AppError } from '#core/platform/errors.ts';
import type { BillingDeps } from './deps.ts';
import { findAccount, findPayer, keepCustomer, replaceCustomer } from './queries.ts';
import { needGateway } from './sync.ts';

/** Returns the URL of the payment page. */
export function createCheckout(deps: BillingDeps, returnAddress: () => string): (userId: number, price: string) => Promise<string> {
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
