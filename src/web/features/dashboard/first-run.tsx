import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { campaignRoutes } from '#shared/campaigns.ts';
import { call, markStale } from '#web/lib/api.ts';
import { useLeaving } from '#web/lib/attempt.ts';
import { useUser } from '#web/lib/session.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import { firstRunTexts as texts } from './texts.ts';

/** The dashboard before the first campaign. */
export function FirstRun() {
  const user = useUser();
  const { isStarting, start } = useSample();
  return (
    <Page className="my-auto max-w-180!">
      <h1 className="text-28 font-semibold tracking-[-.02em] text-balance max-md:text-[1.5rem] max-md:leading-8">
        <bdi>{texts.greeting(user.username.charAt(0).toUpperCase() + user.username.slice(1))}</bdi>{' '}
        <b className="font-semibold text-primary">{texts.question}</b>
      </h1>
      <p className="mt-2 max-w-[60ch] text-16 text-pretty text-muted">{texts.lead}</p>
      <ul className="mt-8 border-t">
        <Option hint={texts.ownHint}>
          <ButtonLink size="lg" to="/dashboard/campaigns/new">
            {texts.own}
          </ButtonLink>
        </Option>
        <Option hint={texts.sampleHint}>
          <Button size="lg" variant="outline" busy={isStarting} onClick={start}>
            {texts.sample}
          </Button>
        </Option>
      </ul>
    </Page>
  );
}

function Option({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <li className="grid items-center gap-x-8 gap-y-3 border-b border-line py-5 md:grid-cols-[240px_minmax(0,1fr)] *:first:w-full">
      {children}
      <p className="text-14 text-pretty text-soft-text">{hint}</p>
    </li>
  );
}

function useSample(): { isStarting: boolean; start: () => void } {
  const navigate = useNavigate();
  const [leaving, leave] = useLeaving();
  const start = async () => {
    const { campaign } = await call(campaignRoutes.createSample, {});
    markStale(['/dashboard', '/campaigns']);
    await navigate(`/dashboard/leads?campaignId=${campaign.id}`);
  };
  return { isStarting: leaving !== null, start: () => void leave('sample', start, texts.failed) };
}
