import type { Billing, Plan } from '#shared/billing.ts';
import { counted, fullNumber } from '#web/lib/format.ts';

type LimitName = keyof Plan['limits'];

const limits: Record<LimitName, (limit: number | null) => string> = {
  campaigns: (limit) => (limit === null ? 'Campaigns without limit' : counted(limit, 'campaign')),
  leadsPerMonth: (limit) => (limit === null ? 'Leads without limit' : `${counted(limit, 'lead')} a month`),
  aiCallsPerDay: (limit) => (limit === null ? 'AI calls without limit' : `${counted(limit, 'AI call')} a day`),
  seats: (limit) => (limit === null ? 'Seats without limit' : counted(limit, 'seat')),
};

export const billingTexts = {
  title: 'Billing',
  lead: (plan: string) => `You are on the plan “${plan}”.`,
  leadOfSeat: (plan: string, payer: string) => `You are on the plan “${plan}”, on a seat that ${payer} pays for.`,
  failed: 'Your plan could not be read.',
  usage: 'Use',
  usageLabels: {
    campaigns: 'Campaigns',
    leadsThisMonth: 'Leads this month',
    aiCallsToday: 'AI calls today',
    seats: 'Seats',
  } satisfies Record<keyof Billing['usage'], string>,
  ofLimit: (used: number, limit: number | null) =>
    limit === null ? `${fullNumber(used)} · no limit` : `${fullNumber(used)} of ${fullNumber(limit)}`,
  usageHint: 'Months and days begin at midnight UTC. Deleting something does not give its leads back.',
  waiting: (count: number) =>
    `${counted(count, 'find')} would be ${count === 1 ? 'a lead' : 'leads'}, but the leads of this month are used up. They wait in Posts and become leads next month, best first, or at once with a larger plan.`,
  overCampaigns: 'You have more campaigns than the plan has room for. The newest are paused; nothing is lost.',
  plans: 'Plans',
  current: 'Your plan',
  choose: (plan: string) => `Choose ${plan}`,
  withoutPayment: 'What everybody has without a subscription',
  byAdmin: 'Given by an admin',
  limits,
  notSetUp: 'This instance takes no payments. An admin gives plans; the operator sets them, and payments by Stripe, in the configuration.',
  subscription: 'Subscription',
  states: {
    none: '',
    incomplete: 'Your first payment is not complete. Finish it under “Manage subscription”.',
    trialing: 'Trial',
    active: 'Paid',
    past_due: 'The last payment failed. Your plan stays while it is tried again; check your card under “Manage subscription”.',
    unpaid: 'Payments failed, so the plan has ended. Pay what is open under “Manage subscription” to have it back.',
    paused: 'Your subscription is paused.',
    canceled: 'Your subscription has ended.',
  } satisfies Record<Billing['subscription']['state'], string>,
  renews: 'Renews',
  ends: 'Ends',
  manage: 'Manage subscription',
  seats: 'Seats',
  seatsLead: 'People on your plan share its limits. Everybody keeps their campaigns and leads to themselves.',
  email: 'E-mail address',
  offer: 'Offer a seat',
  offered: (email: string) => `${email} finds the offer under Billing after signing in`,
  waitingSeat: 'Not taken yet',
  takenBy: (name: string) => `Taken by ${name}`,
  takeBack: 'Take back',
  takeBackFrom: (email: string) => `Take the seat back from ${email}`,
  offers: 'Offered to you',
  offerFrom: (from: string, plan: string) => `${from} offers you a seat on the plan “${plan}”.`,
  take: 'Take the seat',
  refuse: 'Refuse',
  leave: 'Leave this seat',
  leaveTitle: 'Leave this seat?',
  leaveText: 'You are on the free plan of this instance then. Campaigns beyond its room are paused.',
  problem: 'That did not work. Try again.',
};

export const successTexts = {
  title: 'Billing',
  waiting: 'Asking whether your payment arrived …',
  done: (plan: string) => `Thank you. You are on the plan “${plan}”.`,
  doneText: 'It counts from now on. Campaigns that were paused for want of room can be resumed.',
  open: 'Your payment is not confirmed yet. This can take a minute with some banks; the plan changes by itself.',
  again: 'Ask again',
  toBilling: 'To Billing',
  toDashboard: 'To the dashboard',
};
