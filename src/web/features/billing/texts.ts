import type { Billing, Plan } from '#shared/billing.ts';
import { counted, fullNumber } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';

type LimitName = keyof Plan['limits'];

const limits: Record<LimitName, (limit: number | null) => string> = {
  campaigns: (limit) => (limit === null ? t('Unlimited campaigns') : counted(limit, 'campaign')),
  leadsPerMonth: (limit) =>
    limit === null ? t('Unlimited leads') : t('{limit, plural, one {# lead} other {# leads}} per month', { limit }),
  aiCallsPerDay: (limit) =>
    limit === null ? t('Unlimited AI calls') : t('{limit, plural, one {# AI call} other {# AI calls}} per day', { limit }),
  seats: (limit) => (limit === null ? t('Unlimited seats') : counted(limit, 'seat')),
};

export const billingTexts = {
  title: t('Billing'),
  lead: (plan: string) => t("You're on the {plan} plan.", { plan }),
  leadOfSeat: (plan: string, payer: string) => t("You're on the {plan} plan. {payer} pays for your seat.", { plan, payer }),
  failed: t("Couldn't load your plan."),
  usage: t('Usage'),
  usageLabels: {
    campaigns: t('Campaigns'),
    leadsThisMonth: t('Leads this month'),
    aiCallsToday: t('AI calls today'),
    seats: t('Seats'),
  } satisfies Record<keyof Billing['usage'], string>,
  ofLimit: (used: number, limit: number | null) =>
    limit === null
      ? t('{used} · no limit', { used: fullNumber(used) })
      : t('{used} of {limit}', { used: fullNumber(used), limit: fullNumber(limit) }),
  usageHint: t('Limits reset at midnight UTC. Deleted leads still count toward the limit.'),
  waiting: (count: number) =>
    t(
      "You've reached this month's lead limit. {count, plural, one {# post} other {# posts}} that would be {count, plural, one {a lead} other {leads}} {count, plural, one {is} other {are}} waiting in Posts. Upgrade to get {count, plural, one {it} other {them}} now, or wait until next month.",
      { count },
    ),
  overCampaigns: t('You have more campaigns than your plan allows. The newest ones are paused; nothing is lost.'),
  plans: t('Plans'),
  current: t('Current plan'),
  choose: (plan: string) => t('Choose {plan}', { plan }),
  withoutPayment: t('Included for everyone'),
  byAdmin: t('Assigned by an admin'),
  limits,
  notSetUp: t("This instance doesn't take payments. An admin assigns plans, and can set up Stripe under Admin → Connections."),
  subscription: t('Subscription'),
  states: {
    none: '',
    incomplete: t("Your first payment isn't complete. Finish it under “Manage subscription”."),
    trialing: t('Trial'),
    active: t('Paid'),
    past_due: t('Your last payment failed and will be retried. Check your card under “Manage subscription”.'),
    unpaid: t('Payments failed, so your plan has ended. Pay the open invoice under “Manage subscription” to get it back.'),
    paused: t('Your subscription is paused.'),
    canceled: t('Your subscription has ended.'),
  } satisfies Record<Billing['subscription']['state'], string>,
  renews: t('Renews'),
  ends: t('Ends'),
  manage: t('Manage subscription'),
  seats: t('Seats'),
  seatsLead: t('People on your plan share its limits. Campaigns and leads stay private to each person.'),
  email: t('Email address'),
  offer: t('Offer seat'),
  offered: (email: string) => t('Seat offered. {email} can accept it under Billing after logging in.', { email }),
  waitingSeat: t('Not accepted yet'),
  takenBy: (name: string) => t('Used by {name}', { name }),
  takeBack: t('Revoke seat'),
  takeBackFrom: (email: string) => t("Revoke {email}'s seat", { email }),
  offers: t('Offered to you'),
  offerFrom: (from: string, plan: string) => t('{from} offers you a seat on the {plan} plan.', { from, plan }),
  take: t('Accept seat'),
  refuse: t('Decline'),
  leave: t('Leave seat'),
  leaveTitle: t('Leave this seat?'),
  leaveText: t("You'll be on this instance's free plan. Campaigns over its limit are paused."),
};

export const successTexts = {
  title: t('Billing'),
  waiting: t('Checking your payment…'),
  done: (plan: string) => t("Thank you. You're on the {plan} plan.", { plan }),
  doneText: t("You can now resume campaigns that were paused because of the old plan's limit."),
  open: t("Your payment isn't confirmed yet. With some banks this takes a minute. Your plan changes automatically."),
  again: t('Check again'),
  toBilling: t('Go to Billing'),
  toDashboard: t('Go to dashboard'),
};
