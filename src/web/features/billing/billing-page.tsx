import { tSent } from '#web/lib/language.ts';
import { Check } from 'lucide-react';
import { type Billing, billingRoutes, type Plan } from '#shared/billing.ts';
import { call, useApi } from '#web/lib/api.ts';
import { useLeaving } from '#web/lib/attempt.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { Page, PageHeader, Section } from '#web/ui/page.tsx';
import { Meter } from '#web/ui/progress.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { LeaveSeat, Offers, Seats } from './seats.tsx';
import { billingTexts as texts } from './texts.ts';

/** States in which a second purchase would mean a second bill. */
const running = new Set<Billing['subscription']['state']>(['incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused']);
const troubled = new Set<Billing['subscription']['state']>(['incomplete', 'past_due', 'unpaid']);

function Subscription({ subscription, busy, onManage }: { subscription: Billing['subscription']; busy: boolean; onManage: () => void }) {
  const { state, periodEnd, endsThen } = subscription;
  return (
    <Section title={texts.subscription}>
      <div className="flex flex-col items-start gap-4 pt-4">
        {troubled.has(state) ? <Note tone="warn">{texts.states[state]}</Note> : <p>{texts.states[state]}</p>}
        {periodEnd && running.has(state) ? (
          <p className="text-soft-text">
            {endsThen ? texts.ends : texts.renews} <TimeAgo at={periodEnd} />
          </p>
        ) : null}
        <Button variant="outline" busy={busy} onClick={onManage}>
          {texts.manage}
        </Button>
      </div>
    </Section>
  );
}

function Notes({ billing }: { billing: Billing }) {
  const { campaigns } = billing.usage;
  return (
    <>
      {billing.leadsWaiting > 0 ? <Note tone="warn">{texts.waiting(billing.leadsWaiting)}</Note> : null}
      {campaigns.limit !== null && campaigns.used > campaigns.limit ? <Note tone="warn">{texts.overCampaigns}</Note> : null}
    </>
  );
}

/** A plan without a seat limit has no seats to offer. */
const hasSeats = ({ payer, seats, plan: { limits } }: Billing): boolean =>
  payer === null && (seats.length > 0 || (limits.seats !== null && limits.seats > 1));

function BillingSections({ billing }: { billing: Billing }) {
  const [busy, leave] = useLeaving();
  const { subscription, payer } = billing;
  const canBuy = payer === null && !running.has(subscription.state);
  /** Redirects to a page of Stripe. */
  const open = (name: string, ask: () => Promise<{ url: string }>) => void leave(name, async () => location.assign((await ask()).url));
  const choose = (plan: Plan) => open(plan.id, () => call(billingRoutes.checkout, { body: { plan: plan.id } }));
  return (
    <div className="flex flex-col gap-10">
      <Notes billing={billing} />
      {billing.offers.length > 0 ? <Offers offers={billing.offers} /> : null}
      <Section title={texts.usage}>
        <Usage usage={billing.usage} />
        <p className="pt-4 text-13 text-muted">{texts.usageHint}</p>
      </Section>
      {billing.ownSeatId === null ? null : <LeaveSeat seatId={billing.ownSeatId} />}
      {subscription.state === 'none' || !billing.enabled ? null : (
        <Subscription
          subscription={subscription}
          busy={busy === 'portal'}
          onManage={() => open('portal', () => call(billingRoutes.portal, {}))}
        />
      )}
      <Section title={texts.plans}>
        <PlanList billing={billing} onChoose={canBuy ? choose : null} busy={busy} />
        {billing.enabled ? null : <p className="max-w-[76ch] pt-4 text-13 text-muted">{texts.notSetUp}</p>}
      </Section>
      {hasSeats(billing) ? <Seats billing={billing} /> : null}
    </div>
  );
}

const leadOf = ({ plan, payer }: Billing): string =>
  payer === null ? texts.lead(tSent(plan.name)) : texts.leadOfSeat(tSent(plan.name), payer);

export function BillingPage() {
  const answer = useApi(billingRoutes.billing, {});
  const { data } = answer;
  usePageTitle(texts.title);
  return (
    <Page>
      <PageHeader title={texts.title} lead={data ? leadOf(data) : undefined} />
      <Loaded answer={answer} failed={texts.failed} withReason={false} skeleton={<BillingSkeleton />}>
        {(billing) => <BillingSections billing={billing} />}
      </Loaded>
    </Page>
  );
}

function BillingSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}

const order = ['campaigns', 'leadsThisMonth', 'aiCallsToday', 'seats'] as const;

const spent = new Set<keyof Billing['usage']>(['leadsThisMonth', 'aiCallsToday']);

/** Reaching the campaign limit is fine; running out of leads for the month is not. */
function toneOf(name: keyof Billing['usage'], used: number, limit: number): 'primary' | 'warn' | 'bad' {
  if (used > limit) return 'bad';
  return spent.has(name) && used >= limit * 0.9 ? 'warn' : 'primary';
}

/** Usage of each limit; without a limit, only the figure. */
function Usage({ usage }: { usage: Billing['usage'] }) {
  return (
    <dl className="grid gap-x-10 gap-y-5 pt-4 sm:grid-cols-2">
      {order.map((name) => {
        const { used, limit } = usage[name];
        return (
          <div key={name} className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-2">
            <dt className="text-soft-text">{texts.usageLabels[name]}</dt>
            <dd className="tabular-nums">{texts.ofLimit(used, limit)}</dd>
            {limit === null ? null : (
              <dd className="col-span-2">
                <Meter label={texts.usageLabels[name]} value={used} max={limit} tone={toneOf(name, used, limit)} />
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}

const limitNames = ['campaigns', 'leadsPerMonth', 'aiCallsPerDay', 'seats'] as const;

interface PlanListProps {
  billing: Billing;
  /** Null: plans can't be bought right now. */
  onChoose: ((plan: Plan) => void) | null;
  /** Id of the plan whose checkout page is loading. */
  busy: string | null;
}

function PlanList({ billing, onChoose, busy }: PlanListProps) {
  return (
    <ul className="grid gap-4 pt-4 sm:grid-cols-2 lg:grid-cols-3">
      {billing.plans.map((plan, index) => {
        const isCurrent = plan.id === billing.plan.id;
        return (
          <li key={plan.id} className="flex flex-col rounded border p-5 data-current:border-primary" data-current={isCurrent || undefined}>
            <div className="flex items-center gap-2">
              <h3 className="text-16 font-semibold">{tSent(plan.name)}</h3>
              {isCurrent ? <Badge tone="primary">{texts.current}</Badge> : null}
            </div>
            {plan.price === '' ? null : <p className="mt-1 text-20 font-semibold tabular-nums">{plan.price}</p>}
            {plan.about === '' ? null : <p className="mt-2 text-muted">{tSent(plan.about)}</p>}
            <ul className="mt-4 mb-5 flex flex-col gap-2">
              {limitNames.map((name) => (
                <li key={name} className="flex gap-2 text-soft-text">
                  <Check aria-hidden className="mt-0.5 size-4 flex-none text-primary" />
                  {texts.limits[name](plan.limits[name])}
                </li>
              ))}
            </ul>
            <div className="mt-auto">
              {isCurrent || !billing.enabled ? null : plan.forSale && onChoose ? (
                <Button busy={busy === plan.id} onClick={() => onChoose(plan)} className="w-full">
                  {texts.choose(tSent(plan.name))}
                </Button>
              ) : plan.forSale ? null : (
                <p className="text-13 text-muted">{index === 0 ? texts.withoutPayment : texts.byAdmin}</p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
