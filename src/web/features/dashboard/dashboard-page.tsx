import { Suspense, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Dashboard } from '#shared/dashboard.ts';
import { useHeldGuide } from '#web/features/onboarding/onboarding.tsx';
import { useDashboard } from '#web/lib/dashboard.ts';
import { lazyPart } from '#web/ui/lazy.tsx';
import { useIsNarrow } from '#web/lib/media.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { PartBoundary } from '#web/ui/boundary.tsx';
import { Page } from '#web/ui/page.tsx';
import { ErrorState, Loaded, PageSkeleton, SectionSkeleton } from '#web/ui/states.tsx';
import { SinceVisit } from './since-visit.tsx';
import { texts, todayTexts } from './texts.ts';
import { TodayStack } from './today.tsx';
import { useToday } from './use-today.ts';

const { Part: FirstRun } = lazyPart(async () => (await import('#web/features/dashboard/first-run.tsx')).FirstRun);
const { Part: SideColumn, preload: preloadSide } = lazyPart(async () => (await import('./side-column.tsx')).SideColumn);
const { Part: TodayDone, preload: preloadDone } = lazyPart(async () => (await import('./today-done.tsx')).TodayDone);
const { Part: Overview, preload: preloadOverview } = lazyPart(async () => (await import('./overview.tsx')).Overview);

/** Below the fold, so prefetched in parallel with everything else. */
function prefetchBelow(): void {
  preloadDone();
  preloadSide();
  preloadOverview();
}

export function DashboardPage() {
  usePageTitle(texts.title);
  useEffect(prefetchBelow, []);
  const answer = useDashboard();
  const stack = useToday();
  const isNarrow = useIsNarrow();
  const [address] = useSearchParams();
  const { data } = answer;
  const isFirst = data?.campaigns.length === 0;
  useHeldGuide(data === undefined || isFirst);
  if (isFirst)
    return (
      <Suspense>
        <FirstRun />
      </Suspense>
    );
  const { today } = stack;
  // Nothing that what is on top would push down.
  if (today === undefined && !stack.error)
    return (
      <Page key="loading">
        <PageSkeleton />
      </Page>
    );
  const hasItems = today !== undefined && today.items.length > 0;
  const isReading = isNarrow && hasItems && today.items.some(({ lead }) => lead.id === address.get('lead'));
  return (
    <>
      {hasItems ? (
        <PartBoundary of={today} onRetry={() => void stack.refresh()}>
          <TodayStack stack={stack} today={today} hasOneCampaign={(data?.campaigns.length ?? 1) < 2} />
        </PartBoundary>
      ) : null}
      {isReading ? null : (
        <Page>
          {today === undefined && stack.error ? (
            <ErrorState onRetry={() => void stack.refresh()} retrying={stack.isRefreshing}>
              {todayTexts.failed} {stack.error.message}
            </ErrorState>
          ) : null}
          {today !== undefined && !hasItems && data ? (
            <Suspense fallback={<SectionSkeleton sections={1} />}>
              <TodayDone today={today} />
            </Suspense>
          ) : null}
          <Loaded answer={answer} failed={texts.failed} skeleton={<PageSkeleton />}>
            {(dashboard) => <Overall dashboard={dashboard} />}
          </Loaded>
        </Page>
      )}
    </>
  );
}

function Overall({ dashboard }: { dashboard: Dashboard }) {
  return (
    <>
      <SinceVisit dashboard={dashboard} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 max-md:gap-y-8 lg:grid-cols-[minmax(0,1fr)_272px] xl:grid-cols-[minmax(0,1fr)_304px]">
        <div className="flex min-w-0 flex-col gap-10 max-md:contents max-md:*:order-2">
          <Suspense fallback={<SectionSkeleton sections={2} />}>
            <Overview dashboard={dashboard} />
          </Suspense>
        </div>
        <Suspense fallback={<SectionSkeleton sections={3} />}>
          <SideColumn dashboard={dashboard} />
        </Suspense>
      </div>
    </>
  );
}
