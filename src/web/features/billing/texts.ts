import type { Billing, Plan } from '#shared/billing.ts';
import { counted, fullNumber } from '#web/lib/format.ts';

type LimitName = keyof Plan['limits'];

const limits: Record<LimitName, (limit: number | null) => string> = {
  campaigns: (limit) => (limit === null ? 'Unlimited campaigns' : counted(limit, 'campaign')),
  leadsPerMonth: (limit) => (limit === null ? 'Unlimited leads' : `${counted(limit, 'lead')} per month`),
  aiCallsPerDay: (limit) => (limit === null ? 'Unlimited AI calls' : `${counted(limit, 'AI call')} per day`),
  seats: (limit) => (limit === null ? 'Unlimited seats' : counted(limit, 'seat')),
};

export const billingTexts = {
  title: 'Billing',
  lead: (plan: string) => `You're on the ${plan} plan.`,
  leadOfSeat: (plan: string, payer: string) => `You're on the ${plan} plan. ${payer} pays for your seat.`,
  failed: "Couldn't load your plan.",
  usage: 'Usage',
  usageLabels: {
    campaigns: 'Campaigns',
    leadsThisMonth: 'Leads this month',
    aiCallsToday: 'AI calls today',
    seats: 'Seats',
  } satisfies Record<keyof Billing['usage'], string>,
  ofLimit: (used: number, limit: number | null) =>
    limit === null ? `${fullNumber(used)} · no limit` : `${fullNumber(used)} of ${fullNumber(limit)}`,
  usageHint: 'Limits reset at midnight UTC. Deleted leads still count toward the limit.',
  waiting: (count: number) =>
    `You've reached this month's lead limit. ${counted(count, 'post')} that would be ${count === 1 ? 'a lead' : 'leads'} ${count === 1 ? 'is' : 'are'} waiting in Posts. Upgrade to get ${count === 1 ? 'it' : 'them'} now, or wait until next month.`,
  overCampaigns: 'You have more campaigns than your plan allows. The newest ones are paused; nothing is lost.',
  plans: 'Plans',
  current: 'Current plan',
  choose: (plan: string) => `Choose ${plan}`,
  withoutPayment: 'Included for everyone',
  byAdmin: 'Assigned by an admin',
  limits,
  notSetUp: "This instance doesn't take payments. An admin assigns plans, and can set up Stripe under Admin → Connections.",
  subscription: 'Subscription',
  states: {
    none: '',
    incomplete: "Your first payment isn't complete. Finish it under “Manage subscription”.",
    trialing: 'Trial',
    active: 'Paid',
    past_due: 'Your last payment failed and will be retried. Check your card under “Manage subscription”.',
    unpaid: 'Payments failed, so your plan has ended. Pay the open invoice under “Manage subscription” to get it back.',
    paused: 'Your subscription is paused.',
    canceled: 'Your subscription has ended.',
  } satisfies Record<Billing['subscription']['state'], string>,
  renews: 'Renews',
  ends: 'Ends',
  manage: 'Manage subscription',
  seats: 'Seats',
  seatsLead: 'People on your plan share its limits. Campaigns and leads stay private to each person.',
  email: 'Email address',
  offer: 'Offer seat',
  offered: (email: string) => `Seat offered. ${email} can accept it under Billing after logging in.`,
  waitingSeat: 'Not accepted yet',
  takenBy: (name: string) => `Used by ${name}`,
  takeBack: 'Revoke seat',
  takeBackFrom: (email: string) => `Revoke ${email}'s seat`,
  offers: 'Offered to you',
  offerFrom: (from: string, plan: string) => `${from} offers you a seat on the ${plan} plan.`,
  take: 'Accept seat',
  refuse: 'Decline',
  leave: 'Leave seat',
  leaveTitle: 'Leave this seat?',
  leaveText: "You'll be on this instance's free plan. Campaigns over its limit are paused.",
};

export const successTexts = {
  title: 'Billing',
  waiting: 'Checking your payment…',
  done: (plan: string) => `Thank you. You're on the ${plan} plan.`,
  doneText: "You can now resume campaigns that were paused because of the old plan's limit.",
  open: "Your payment isn't confirmed yet. With some banks this takes a minute. Your plan changes automatically.",
  again: 'Check again',
  toBilling: 'Go to Billing',
  toDashboard: 'Go to dashboard',
};
