import { useSearchParams } from 'react-router-dom';
import { analyticsRoutes } from '#shared/analytics.ts';
import { useSetFilters } from '#web/features/inbox/url-filters.ts';
import { useApi } from '#web/lib/api.ts';
import { useMinute } from '#web/lib/minute.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { browserTimeZone } from '#web/lib/browser-time-zone.ts';
import { useUser } from '#web/lib/session.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { AnalyticsFigures } from './analytics-figures.tsx';
import { type ChosenRange, dateIn, presetFilters, rangeOf } from './range.ts';
import { RangePicker } from './range-picker.tsx';
import { texts } from './texts.ts';
import { useCampaignNames } from './use-campaign-names.ts';
import { Skeleton, TableSkeleton } from '#web/ui/skeleton.tsx';

export function AnalyticsPage() {
  usePageTitle(texts.title);
  const [address] = useSearchParams();
  const change = useSetFilters();
  const user = useUser();
  const today = dateIn(user.settings.timezone, useMinute());
  const range = rangeOf(address, today);
  const campaigns = useCampaignNames();
  const query = { from: range.from, to: range.to, zone: browserTimeZone(), ...(range.campaignId && { campaignId: range.campaignId }) };
  const { data, error, mutate, isValidating } = useApi(analyticsRoutes.get, { query }, { keepPreviousData: true });
  const whose = range.campaignId === undefined ? texts.everyCampaign : (campaigns.get(range.campaignId) ?? texts.oneCampaign);
  return (
    <Page>
      <PageHeader
        title={texts.title}
        lead={texts.lead(rangeLabel(range), whose, (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 + 1)}
        actions={<RangePicker range={range} today={today} campaigns={campaigns} onChange={change} />}
      />
      {data ? (
        <AnalyticsFigures analytics={data} query={query} hasCampaigns={campaigns.size > 0} onLonger={() => change(presetFilters('365'))} />
      ) : error ? (
        <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
          {texts.failed} {error.message}
        </ErrorState>
      ) : (
        <AnalyticsSkeleton />
      )}
    </Page>
  );
}

/** "October 23 to November 21", with years if they differ. */
function rangeLabel({ from, to }: ChosenRange): string {
  const format = new Intl.DateTimeFormat(undefined, {
    day: 'numeric',
    timeZone: 'UTC',
    ...(from.slice(0, 4) === to.slice(0, 4) ? { month: 'long' } : { month: 'short', year: 'numeric' }),
  });
  return from === to ? format.format(new Date(from)) : `${format.format(new Date(from))} to ${format.format(new Date(to))}`;
}

function AnalyticsSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-10">
      <output className="sr-only">{texts.loading}</output>
      <div className="grid grid-cols-4 gap-6 max-md:grid-cols-2">
        {[0, 1, 2, 3].map((figure) => (
          <div key={figure}>
            <Skeleton strong className="h-8 w-24" />
            <Skeleton className="mt-2 h-3 w-32 max-w-full" />
          </div>
        ))}
      </div>
      <div className="grid gap-12 lg:grid-cols-2">
        {[0, 1].map((chart) => (
          <div key={chart}>
            <Skeleton strong className="h-4 w-28" />
            <Skeleton className="mt-4 h-52 w-full" />
          </div>
        ))}
      </div>
      <TableSkeleton columns={5} />
    </div>
  );
}
