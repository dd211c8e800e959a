import * as z from 'zod';
import { emailSchema } from './auth.ts';
import { idParams, idSchema, timeSchema } from './common.ts';
import { defineRoute } from './route.ts';

const count = z.number().int();
/** Null means no limit. */
const limit = count.nullable();

export const planIdSchema = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Invalid plan');
export const planSchema = z.object({
  id: planIdSchema,
  name: z.string(),
  about: z.string(),
  /** As text; empty when not configured. */
  price: z.string(),
  /** Can be bought on this instance. */
  forSale: z.boolean(),
  limits: z.object({ campaigns: limit, leadsPerMonth: limit, aiCallsPerDay: limit, seats: limit }),
});
export type Plan = z.infer<typeof planSchema>;

export const useSchema = z.object({ used: count, limit });
export type PlanUse = z.infer<typeof useSchema>;

export const subscriptionStates = ['none', 'incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled'] as const;

export const seatSchema = z.object({
  id: idSchema,
  email: z.string(),
  /** Name of the account that accepted it; null while it is offered. */
  takenBy: z.string().nullable(),
});
export type Seat = z.infer<typeof seatSchema>;

export const billingSchema = z.object({
  /** Payments are set up on this instance. */
  enabled: z.boolean(),
  plan: planSchema,
  plans: z.array(planSchema),
  usage: z.object({ campaigns: useSchema, leadsThisMonth: useSchema, aiCallsToday: useSchema, seats: useSchema }),
  /** Posts of this month beyond the plan's limit of leads. */
  leadsWaiting: count,
  subscription: z.object({
    state: z.enum(subscriptionStates),
    /** End of the paid period. */
    periodEnd: timeSchema.nullable(),
    endsThen: z.boolean(),
  }),
  /** The account that pays, if it is another one. */
  payer: z.string().nullable(),
  /** The seat of this account on another one's plan. */
  ownSeatId: idSchema.nullable(),
  seats: z.array(seatSchema),
  /** Seats that other accounts offer to this one. */
  offers: z.array(z.object({ id: idSchema, from: z.string(), plan: z.string() })),
});
export type Billing = z.infer<typeof billingSchema>;

const address = z.object({ url: z.url() });

export const seatOfferSchema = z.strictObject({ email: emailSchema });

export const billingRoutes = {
  billing: defineRoute({
    method: 'GET',
    path: '/billing',
    access: 'user',
    tokens: 'none',
    summary: 'The plan of this account and how much of each limit is used',
    response: billingSchema,
  }),
  checkout: defineRoute({
    method: 'POST',
    path: '/billing/checkout',
    access: 'user',
    tokens: 'none',
    summary: 'Create a checkout session for a plan',
    body: z.strictObject({ plan: planIdSchema }),
    response: address,
  }),
  portal: defineRoute({
    method: 'POST',
    path: '/billing/portal',
    access: 'user',
    tokens: 'none',
    summary: 'Create a billing portal session',
    response: address,
  }),
  refresh: defineRoute({
    method: 'POST',
    path: '/billing/refresh',
    access: 'user',
    tokens: 'none',
    summary: 'Sync the subscription with Stripe',
    response: billingSchema,
  }),
  webhook: defineRoute({
    method: 'POST',
    path: '/billing/webhook',
    access: 'public',
    tokens: 'none',
    summary: 'Stripe webhook; only signed events are accepted',
    response: z.object({ received: z.literal(true) }),
  }),
  offerSeat: defineRoute({
    method: 'POST',
    path: '/billing/seats',
    access: 'user',
    tokens: 'none',
    summary: 'Invite an email to a seat on this plan',
    body: seatOfferSchema,
    response: seatSchema,
    status: 201,
  }),
  takeSeat: defineRoute({
    method: 'POST',
    path: '/billing/seats/:id/take',
    access: 'user',
    tokens: 'none',
    summary: 'Accept a seat invitation',
    params: idParams,
    response: billingSchema,
  }),
  removeSeat: defineRoute({
    method: 'DELETE',
    path: '/billing/seats/:id',
    access: 'user',
    tokens: 'none',
    summary: 'Revoke a seat, decline an invitation, or leave a seat',
    params: idParams,
    response: z.null(),
  }),
};
