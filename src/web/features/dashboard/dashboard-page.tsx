import { Suspense, useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { Dashboard } from '#shared/dashboard.ts';
import { useDashboard } from '#web/lib/dashboard.ts';
import { fullNumber } from '#web/lib/format.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useMinute } from '#web/lib/minute.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useUser } from '#web/lib/session.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageSkeleton, SectionSkeleton } from '#web/ui/skeleton.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { HotLeads } from './hot-leads.tsx';
import { Panel } from './panel.tsx';
import { texts } from './texts.ts';

const { Part: FirstRun } = lazyPart(async () => (await import('#web/features/dashboard/first-run.tsx')).FirstRun);
const { Part: SideColumn, preload: preloadSide } = lazyPart(async () => (await import('./side-column.tsx')).SideColumn);
const { Part: Overview, preload: preloadOverview } = lazyPart(async () => (await import('./overview.tsx')).Overview);

/** Below the fold, so prefetched in parallel with everything else. */
function prefetchBelow(): void {
  preloadSide();
  preloadOverview();
}

export function DashboardPage() {
  usePageTitle(texts.title);
  useEffect(prefetchBelow, []);
  const answer = useDashboard();
  if (answer.data?.campaigns.length === 0)
    return (
      <Suspense>
        <FirstRun />
      </Suspense>
    );
  return (
    <Page>
      <Loaded answer={answer} failed={texts.failed} skeleton={<PageSkeleton />}>
        {(data) => (
          <>
            <Panel of={data}>
              <Greeting dashboard={data} />
            </Panel>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 max-md:gap-y-8 lg:grid-cols-[minmax(0,1fr)_272px] xl:grid-cols-[minmax(0,1fr)_304px]">
              <div className="flex min-w-0 flex-col gap-10 max-md:contents max-md:*:order-2 max-md:*:first:order-none">
                <Panel of={data}>
                  <HotLeads dashboard={data} />
                </Panel>
                <Suspense fallback={<SectionSkeleton sections={2} />}>
                  <Overview dashboard={data} />
                </Suspense>
              </div>
              <Suspense fallback={<SectionSkeleton sections={3} />}>
                <SideColumn dashboard={data} />
              </Suspense>
            </div>
          </>
        )}
      </Loaded>
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
            {texts.since(when)}
            <Link className={figureLink} to="/dashboard/leads">
              {fullNumber(since.leads)}
            </Link>
            {texts.sinceLeads(since.leads)}
            <Link className={figureLink} to={`/dashboard/posts?since=${encodeURIComponent(since.at)}&sort=-discoveredAt`}>
              {fullNumber(since.posts)}
            </Link>
            {texts.sinceKept(since.posts)}
            <b className="font-medium text-text tabular-nums">{fullNumber(since.heard)}</b>
            {texts.sinceRead(since.subreddits)}
          </>
        )}
      </p>
    </header>
  );
}

const day = 86_400_000;

/** "yesterday at 18:40", "today at 08:15", "Tuesday at 09:00", "3 Nov at 18:40". */
export function visitTime(at: string, now: number, { locale, timeZone }: { locale?: string; timeZone?: string } = {}): string {
  const date = new Date(at);
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }).format(date);
  return `${dayLabel(date, now, { locale, timeZone })} at ${time}`;
}

interface Where {
  locale: string | undefined;
  timeZone: string | undefined;
}

function dayLabel(date: Date, now: number, { locale, timeZone }: Where): string {
  const dayOf = (moment: number | Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(moment);
  const that = dayOf(date);
  if (that === dayOf(now)) return 'today';
  if (that === dayOf(now - day)) return 'yesterday';
  const isThisWeek = now - date.getTime() < 6 * day;
  return new Intl.DateTimeFormat(locale, isThisWeek ? { weekday: 'long', timeZone } : { day: 'numeric', month: 'short', timeZone }).format(
    date,
  );
}
