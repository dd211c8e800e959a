import { Link, useParams, useSearchParams } from 'react-router-dom';
import { type CompetitorAnalytics, competitorRoutes } from '#shared/competitors.ts';
import { dateIn, presetFilters, presets, type Preset, rangeOf } from '#web/features/analytics/range.ts';
import { texts as analyticsTexts } from '#web/features/analytics/texts.ts';
import { useSetFilters } from '#web/features/inbox/url-filters.ts';
import { useApi } from '#web/lib/api.ts';
import { useMinute } from '#web/lib/minute.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { Complaints, Counts, Opportunities, OverTime, Share, Tone } from './competitor-figures.tsx';
import { texts } from './texts.ts';

const options = presets.map((value) => ({ value, label: analyticsTexts.presets[value] }));

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

export function CompetitorAnalyticsPage() {
  const { id = '' } = useParams();
  const [address] = useSearchParams();
  const setFilters = useSetFilters();
  const now = useMinute();
  const { preset, from, to } = rangeOf(address, dateIn('UTC', now));
  const query = { from: `${from}T00:00:00.000Z`, to: `${dayAfter(to)}T00:00:00.000Z` };
  const { data, error, mutate } = useApi(competitorRoutes.analytics, { params: { id }, query }, { keepPreviousData: true });
  usePageTitle(data?.competitor.name ?? texts.title);
  if (error && !data)
    return (
      <Page>
        <ErrorState
          onRetry={error.code === 'not_found' ? undefined : () => void mutate()}
          action={
            <Button variant="outline" asChild>
              <Link to="/dashboard/competitors">{texts.back}</Link>
            </Button>
          }
        >
          {error.code === 'not_found' ? texts.missing : `${texts.analyticsFailed} ${error.message}`}
        </ErrorState>
      </Page>
    );
  if (!data)
    return (
      <Page>
        <ListSkeleton rows={8} />
      </Page>
    );
  const actions = (
    <>
      <Segmented<Preset | 'custom'>
        label={texts.range}
        options={options}
        value={preset}
        onChange={(next) => next !== 'custom' && setFilters(presetFilters(next))}
      />
      <Button variant="outline" asChild>
        <Link to="/dashboard/competitors">{texts.back}</Link>
      </Button>
    </>
  );
  return (
    <Page>
      <PageHeader title={<bdi>{data.competitor.name}</bdi>} lead={texts.summary(data.mentions, shareOf(data))} actions={actions} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="flex min-w-0 flex-col gap-10">
          <OverTime analytics={data} />
          <Opportunities id={id} since={query.from} />
          <Complaints analytics={data} />
        </div>
        <div className="flex min-w-0 flex-col gap-10">
          <Share analytics={data} />
          <Counts analytics={data} />
          <Tone analytics={data} />
        </div>
      </div>
    </Page>
  );
}

const shareOf = ({ competitor, mentions, share }: CompetitorAnalytics): number | null =>
  mentions === 0 ? null : (share.find(({ id }) => id === competitor.id)?.share ?? null);
