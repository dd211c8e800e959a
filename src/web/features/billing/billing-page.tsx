import { tSent } from '#web/lib/language.ts';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { type Billing, billingRoutes, type Plan, seatOfferSchema } from '#shared/billing.ts';
import { call, useApi, markStale } from '#web/lib/api.ts';
import { useLeaving, attempt } from '#web/lib/failure.ts';
import { useForm } from '#web/lib/form.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FormFailure, InputField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { Page, PageHeader, Section } from '#web/ui/page.tsx';
import { Meter } from '#web/ui/progress.tsx';
import { Loaded, Skeleton } from '#web/ui/states.tsx';
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

/** The page reloads its data whether it worked or not. */
async function change(work: () => Promise<unknown>): Promise<void> {
  await attempt(work);
  markStale(['/billing', '/auth/me', '/campaigns']);
}

const remove = (id: string) => change(() => call(billingRoutes.removeSeat, { params: { id } }));

function OfferForm() {
  const [times, setTimes] = useState(0);
  const form = useForm(seatOfferSchema, async (body) => {
    const seat = await call(billingRoutes.offerSeat, { body });
    markStale(['/billing']);
    setTimes((before) => before + 1);
    showToast.success(texts.offered(seat.email));
  });
  return (
    <form key={times} {...form.props} className="flex max-w-120 flex-col gap-4 pt-4">
      <FormFailure form={form} />
      <InputField large form={form} label={texts.email} name="email" type="email" autoComplete="off" />
      <div>
        <Button type="submit" variant="outline" busy={form.busy}>
          {texts.offer}
        </Button>
      </div>
    </form>
  );
}

/** The people on this plan, and the seats that are left. */
function Seats({ billing }: { billing: Billing }) {
  const { used, limit } = billing.usage.seats;
  return (
    <Section title={texts.seats}>
      <p className="max-w-[68ch] pt-4 text-soft-text">{texts.seatsLead}</p>
      {billing.seats.length === 0 ? null : (
        <ul className="divide-y pt-2">
          {billing.seats.map(({ id, email, takenBy }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
              <span className="min-w-0 flex-1 wrap-anywhere">{email}</span>
              <span className="text-13 text-muted">{takenBy === null ? texts.waitingSeat : texts.takenBy(takenBy)}</span>
              <Button variant="ghost" size="sm" aria-label={texts.takeBackFrom(email)} onClick={() => void remove(id)}>
                {texts.takeBack}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {limit === null || used < limit ? <OfferForm /> : null}
    </Section>
  );
}

function Offers({ offers }: { offers: Billing['offers'] }) {
  const take = (id: string) => change(() => call(billingRoutes.takeSeat, { params: { id } }));
  return (
    <Section title={texts.offers}>
      <ul className="divide-y">
        {offers.map(({ id, from, plan }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 py-3">
            <span className="min-w-0 flex-1">{texts.offerFrom(from, plan)}</span>
            <Button size="sm" onClick={() => void take(id)}>
              {texts.take}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => void remove(id)}>
              {texts.refuse}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** For users on a seat that someone else pays for. */
function LeaveSeat({ seatId }: { seatId: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <div>
      <Button variant="outline" onClick={() => setAsking(true)}>
        {texts.leave}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={texts.leaveTitle}
        description={texts.leaveText}
        confirmLabel={texts.leave}
        onConfirm={() => remove(seatId)}
      />
    </div>
  );
}
