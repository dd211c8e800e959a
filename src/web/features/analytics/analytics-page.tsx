import { useCallback } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { analyticsRoutes, type Analytics, type ChartName } from '#shared/analytics.ts';
import { browserZone } from '#web/features/follow-ups/due.ts';
import { withFilters } from '#web/features/inbox/address.ts';
import { useApi } from '#web/lib/api.ts';
import { useMinute } from '#web/lib/minute.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useUser } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Note } from '#web/ui/note.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { CostSection } from './cost-section.tsx';
import { FunnelSection } from './funnel-section.tsx';
import { Headline } from './headline.tsx';
import { HoursSection } from './hours-section.tsx';
import { LatencySection } from './latency-section.tsx';
import { AnalyticsSkeleton } from './loading.tsx';
import { OverTimeSection } from './over-time-section.tsx';
import { PrecisionSection } from './precision-section.tsx';
import { type ChosenRange, dateIn, presetFilters, rangeOf } from './range.ts';
import { RangePicker } from './range-picker.tsx';
import { RulesSection } from './rules-section.tsx';
import { SubredditsSection } from './subreddits-section.tsx';
import { texts } from './texts.ts';
import { useCsv } from './use-csv.ts';
import { useCampaignNames } from './use-campaign-names.ts';

/** What came of everything heard in some days. */
export function AnalyticsPage() {
  usePageTitle(texts.title);
  const [address, setAddress] = useSearchParams();
  const user = useUser();
  const today = dateIn(user.settings.timezone, useMinute());
  const range = rangeOf(address, today);
  const campaigns = useCampaignNames();
  const query = { from: range.from, to: range.to, zone: browserZone(), ...(range.campaignId && { campaignId: range.campaignId }) };
  const { data, error, mutate, isValidating } = useApi(analyticsRoutes.get, { query }, { keepPreviousData: true });
  const change = useCallback((filters: Parameters<typeof withFilters>[1]) => setAddress((now) => withFilters(now, filters)), [setAddress]);
  const whose = range.campaignId === undefined ? texts.everyCampaign : (campaigns.get(range.campaignId) ?? texts.oneCampaign);
  return (
    <Page>
      <PageHeader
        title={texts.title}
        lead={texts.lead(daysWords(range), whose, (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 + 1)}
        actions={<RangePicker range={range} today={today} campaigns={campaigns} onChange={change} />}
      />
      {data ? (
        <Figures analytics={data} query={query} hasCampaigns={campaigns.size > 0} onLonger={() => change(presetFilters('365'))} />
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

/** "23 October to 21 November", with years where they differ. */
function daysWords({ from, to }: ChosenRange): string {
  const format = new Intl.DateTimeFormat(undefined, {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    ...(from.slice(0, 4) === to.slice(0, 4) ? {} : { year: 'numeric' }),
  });
  return from === to ? format.format(new Date(from)) : `${format.format(new Date(from))} to ${format.format(new Date(to))}`;
}

interface FiguresProps {
  analytics: Analytics;
  query: { from: string; to: string };
  hasCampaigns: boolean;
  onLonger: () => void;
}

const isEmpty = ({ funnel, leadsOverTime }: Analytics): boolean =>
  Object.values(funnel).every((count) => count === 0) && leadsOverTime.answered.every((count) => count === 0);

function Figures({ analytics, query, hasCampaigns, onLonger }: FiguresProps) {
  const { save, saving } = useCsv(query);
  const saves = (chart: ChartName) => ({ onSave: () => void save(chart), saving: saving === chart });
  if (isEmpty(analytics) && analytics.counting === 0)
    return hasCampaigns ? (
      <EmptyState
        action={
          <Button variant="outline" onClick={onLonger}>
            {texts.longer}
          </Button>
        }
      >
        {texts.empty}
      </EmptyState>
    ) : (
      <EmptyState
        action={
          <Button asChild>
            <Link to="/dashboard/campaigns/new">{texts.create}</Link>
          </Button>
        }
      >
        {texts.emptyCampaigns}
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-10 max-md:gap-8">
      {analytics.counting > 0 ? <Note>{texts.counting(analytics.counting)}</Note> : null}
      {analytics.sample ? <Note>{texts.sample}</Note> : null}
      <Headline analytics={analytics} />
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2 *:min-w-0">
        <FunnelSection analytics={analytics} {...saves('funnel')} />
        <OverTimeSection analytics={analytics} {...saves('leadsOverTime')} />
      </div>
      <HoursSection analytics={analytics} {...saves('byHour')} />
      <SubredditsSection analytics={analytics} {...saves('bySubreddit')} />
      <RulesSection analytics={analytics} {...saves('byRule')} />
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2 *:min-w-0">
        <PrecisionSection analytics={analytics} {...saves('precision')} />
        <LatencySection analytics={analytics} {...saves('latency')} />
      </div>
      <CostSection analytics={analytics} {...saves('cost')} />
    </div>
  );
}
