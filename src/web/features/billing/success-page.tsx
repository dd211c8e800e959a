import { tSent } from '#web/lib/language.ts';
import { useEffect, useState } from 'react';
import { type Billing, billingRoutes } from '#shared/billing.ts';
import { call, markStale } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/failure.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { successTexts as texts } from './texts.ts';

type Answer = { state: 'asking' } | { state: 'known'; billing: Billing } | { state: 'failed'; message: string };

/** Asks Stripe directly: its webhook can arrive later than the browser. */
async function ask(): Promise<Answer> {
  try {
    const billing = await call(billingRoutes.refresh, {});
    markStale(['/billing', '/auth/me']);
    return { state: 'known', billing };
  } catch (error) {
    return { state: 'failed', message: messageOf(error) };
  }
}

function useRefreshed() {
  const [answer, setAnswer] = useState<Answer>({ state: 'asking' });
  useEffect(() => void ask().then(setAnswer), []);
  const again = () => {
    setAnswer({ state: 'asking' });
    void ask().then(setAnswer);
  };
  return { answer, again };
}

const paid = new Set<Billing['subscription']['state']>(['active', 'trialing']);

export function BillingSuccessPage() {
  const { answer, again } = useRefreshed();
  usePageTitle(texts.title);
  const isPaid = answer.state === 'known' && paid.has(answer.billing.subscription.state);
  return (
    <Page>
      <PageHeader title={texts.title} />
      <output className="flex max-w-120 flex-col items-start gap-5">
        {answer.state === 'asking' ? (
          <span className="flex items-center gap-3 text-muted">
            <Spinner className="size-4" /> {texts.waiting}
          </span>
        ) : null}
        {answer.state === 'failed' ? <Note tone="bad">{answer.message}</Note> : null}
        {answer.state === 'known' && isPaid ? (
          <>
            <h2 className="text-20 font-semibold">{texts.done(tSent(answer.billing.plan.name))}</h2>
            <p className="text-soft-text">{texts.doneText}</p>
          </>
        ) : null}
        {answer.state === 'known' && !isPaid ? <Note tone="warn">{texts.open}</Note> : null}
      </output>
      <div className="mt-6 flex flex-wrap gap-3">
        {answer.state === 'asking' || isPaid ? null : <Button onClick={again}>{texts.again}</Button>}
        <ButtonLink variant={isPaid ? 'default' : 'outline'} to="/dashboard">
          {texts.toDashboard}
        </ButtonLink>
        <ButtonLink variant="outline" to="/dashboard/billing">
          {texts.toBilling}
        </ButtonLink>
      </div>
    </Page>
  );
}
