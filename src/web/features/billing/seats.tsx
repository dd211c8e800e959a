import { useState } from 'react';
import { type Billing, billingRoutes, seatOfferSchema } from '#shared/billing.ts';
import { call, markStale } from '#web/lib/api.ts';
import { attempt } from '#web/lib/attempt.ts';
import { useForm } from '#web/lib/form.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FormFailure, InputField } from '#web/ui/field.tsx';
import { Section } from '#web/ui/page.tsx';
import { billingTexts as texts } from './texts.ts';

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
export function Seats({ billing }: { billing: Billing }) {
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

export function Offers({ offers }: { offers: Billing['offers'] }) {
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
export function LeaveSeat({ seatId }: { seatId: string }) {
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
