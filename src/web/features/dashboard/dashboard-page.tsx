import { Suspense, useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { Dashboard } from '#shared/dashboard.ts';
import { useDashboard } from '#web/lib/dashboard.ts';
import { fullNumber } from '#web/lib/format.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useMinute } from '#web/lib/minute.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useUser } from '#web/lib/session.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageSkeleton, SectionSkeleton } from '#web/ui/skeleton.tsx';
import { HotLeads } from './hot-leads.tsx';
import { visitTime } from './visit-time.ts';
import { texts } from './texts.ts';

const { Part: FirstRun } = lazyPart(async () => (await import('#web/features/first-run/first-run.tsx')).FirstRun);
const { Part: SideColumn, fetch: fetchSide } = lazyPart(async () => (await import('./side-column.tsx')).SideColumn);
const { Part: Overview, fetch: fetchOverview } = lazyPart(async () => (await import('./overview.tsx')).Overview);

/** Below the fold, so prefetched in parallel with everything else. */
function prefetchBelow(): void {
  fetchSide();
  fetchOverview();
}

export function DashboardPage() {
  usePageTitle(texts.title);
  useEffect(prefetchBelow, []);
  const { data, error, mutate, isValidating } = useDashboard();
  if (!data) {
    return (
      <Page>
        {error ? (
          <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
            {texts.failed} {error.message}
          </ErrorState>
        ) : (
          <PageSkeleton />
        )}
      </Page>
    );
  }
  if (data.campaigns.length === 0)
    return (
      <Suspense>
        <FirstRun />
      </Suspense>
    );
  return (
    <Page>
      <Greeting dashboard={data} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 max-md:gap-y-8 lg:grid-cols-[minmax(0,1fr)_272px] xl:grid-cols-[minmax(0,1fr)_304px]">
        <div className="flex min-w-0 flex-col gap-10 max-md:contents max-md:*:order-2 max-md:*:first:order-none">
          <HotLeads dashboard={data} />
          <Suspense fallback={<SectionSkeleton sections={2} />}>
            <Overview dashboard={data} />
          </Suspense>
        </div>
        <Suspense fallback={<SectionSkeleton sections={3} />}>
          <SideColumn dashboard={data} />
        </Suspense>
      </div>
    </Page>
  );
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const figureLink = 'font-medium text-text tabular-nums underline decoration-primary-line underline-offset-4 hover:decoration-primary';

function Greeting({ dashboard: { needAnswer, since } }: { dashboard: Dashboard }) {
  const user = useUser();
  const now = useMinute();
  const when = visitTime(since.at, now, { ...(user.settings.timezone && { timeZone: user.settings.timezone }) });
  return (
    <header className="mb-8 max-md:mb-6">
      <h1 className="text-28 font-semibold tracking-[-.02em] text-balance max-md:text-[1.5rem] max-md:leading-8">
        <bdi>{texts.greeting(capital(user.username), new Date(now).getHours())}</bdi>{' '}
        <b className="font-semibold text-primary max-md:block">{texts.needAnswer(needAnswer)}</b>
      </h1>
      <p className="mt-2 max-w-[76ch] text-16 text-pretty text-muted">
        {since.heard === 0 ? (
          texts.sinceNothing(when)
        ) : (
          <>
            {texts.sinceRead(when)}
            <b className="font-medium text-text tabular-nums">{fullNumber(since.heard)}</b>
            {texts.sinceIn(since.subreddits)}
            <Link className={figureLink} to={`/dashboard/posts?since=${encodeURIComponent(since.at)}&sort=-discoveredAt`}>
              {fullNumber(since.posts)}
            </Link>
            {texts.sinceKept}
            <Link className={figureLink} to="/dashboard/leads">
              {fullNumber(since.leads)}
            </Link>
            {texts.sinceLeads(since.leads)}
          </>
        )}
      </p>
    </header>
  );
}
