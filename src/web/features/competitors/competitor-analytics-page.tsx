import { useParams, useSearchParams } from 'react-router-dom';
import { type CompetitorAnalytics, competitorRoutes } from '#shared/competitors.ts';
import { dateIn, type Preset, presetFilters, presets, rangeOf } from '#web/features/analytics/range-picker.tsx';
import { texts as analyticsTexts } from '#web/features/analytics/texts.ts';
import { useCampaignNames } from '#web/features/campaigns/use-campaign-names.ts';
import { useApi } from '#web/lib/api.ts';
import { dateFormat, fullNumber, subredditName, decimal } from '#web/lib/format.ts';
import { useMinute } from '#web/lib/time-ago.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useSetFilters } from '#web/lib/url-params.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Chart } from '#web/ui/chart.tsx';
import { Page, PageHeader, Section } from '#web/ui/page.tsx';
import { Meter } from '#web/ui/progress.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Loaded, ListSkeleton } from '#web/ui/states.tsx';
import { Table } from '#web/ui/table.tsx';
import { MentionRow, QuoteSource } from './mention-row.tsx';
import { kindLabels, texts, topicLabels } from './texts.ts';

const rangeOptions = presets.map((value) => ({ value, label: analyticsTexts.presets[value] }));

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

export function CompetitorAnalyticsPage() {
  const { id = '' } = useParams();
  const [address] = useSearchParams();
  const setFilters = useSetFilters();
  const now = useMinute();
  const { preset, from, to } = rangeOf(address, dateIn('UTC', now));
  const query = { from: `${from}T00:00:00.000Z`, to: `${dayAfter(to)}T00:00:00.000Z` };
  const answer = useApi(competitorRoutes.analytics, { params: { id }, query }, { keepPreviousData: true });
  usePageTitle(answer.data?.competitor.name ?? texts.title);
  const back = (
    <ButtonLink variant="outline" to="/dashboard/competitors">
      {texts.back}
    </ButtonLink>
  );
  const actions = (
    <>
      <Segmented<Preset | 'custom'>
        label={texts.range}
        options={rangeOptions}
        value={preset}
        onChange={(next) => next !== 'custom' && setFilters(presetFilters(next))}
      />
      {back}
    </>
  );
  return (
    <Page>
      <Loaded answer={answer} failed={texts.analyticsFailed} missing={texts.missing} action={back} skeleton={<ListSkeleton rows={8} />}>
        {(data) => (
          <>
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
          </>
        )}
      </Loaded>
    </Page>
  );
}

const shareOf = ({ competitor, mentions, share }: CompetitorAnalytics): number | null =>
  mentions === 0 ? null : (share.find(({ id }) => id === competitor.id)?.share ?? null);

interface PartProps {
  analytics: CompetitorAnalytics;
}

const namer = (year: boolean): ((day: string) => string) => {
  const format = dateFormat({
    day: 'numeric',
    month: 'short',
    year: year ? '2-digit' : undefined,
    timeZone: 'UTC',
  });
  return (day) => format.format(new Date(day));
};
const longRange = 300;

function OverTime({ analytics: { byDay, before } }: PartProps) {
  const named = namer(byDay.length > longRange);
  return (
    <Section title={texts.overTime} aside={texts.before(before)}>
      <div className="pt-3">
        <Chart
          kind="bar"
          caption={texts.overTime}
          axis={texts.day}
          series={[texts.stream]}
          rows={byDay.map(({ day, mentions }) => ({ label: named(day), values: [mentions] }))}
        />
      </div>
    </Section>
  );
}

function Tone({ analytics: { byDay, sentiment, sentimentByWeek } }: PartProps) {
  const named = namer(byDay.length > longRange);
  return (
    <Section title={texts.toneOverTime}>
      <p className="py-3 text-12 text-muted">{texts.toneNote(sentiment.average, sentiment.n)}</p>
      {sentimentByWeek.length === 0 ? null : (
        <Table
          caption={texts.toneOverTime}
          columns={[
            { key: 'week', header: texts.week, render: ({ week }) => named(week) },
            { key: 'mean', header: texts.meanTone, figures: true, render: ({ average }) => decimal(average, 2) },
            { key: 'n', header: texts.withTone, figures: true, render: ({ n }) => String(n) },
          ]}
          rows={sentimentByWeek}
          rowKey={({ week }) => week}
          className="max-h-80 overflow-y-auto"
        />
      )}
    </Section>
  );
}

function Share({ analytics: { share } }: PartProps) {
  return (
    <Section title={texts.shareTitle}>
      <ul className="flex flex-col gap-3 pt-4">
        {share.map(({ id, name, mentions, share: part }) => (
          <li key={id}>
            <div className="flex items-baseline justify-between gap-3 text-13">
              <bdi className="wrap-anywhere">{name}</bdi>
              <span className="flex-none text-muted tabular-nums">
                {texts.share(part)} · {texts.mentions(mentions)}
              </span>
            </div>
            <Meter label={texts.shareOf(name)} value={Math.round(part * 100)} className="mt-1.5" />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** People looking for an alternative, newest first. */
function Opportunities({ id, since }: { id: string; since: string }) {
  const query = { kind: 'alternative' as const, since, limit: 10 };
  const { options } = useCampaignNames();
  const { data } = useApi(competitorRoutes.mentions, { params: { id }, query }, { keepPreviousData: true });
  return (
    <Section title={texts.opportunities}>
      {data?.items.length === 0 ? <p className="pt-3 text-13 text-muted">{texts.noOpportunities}</p> : null}
      <ul>
        {data?.items.map((mention) => (
          <MentionRow key={mention.id} mention={mention} campaigns={options} />
        ))}
      </ul>
    </Section>
  );
}

function Complaints({ analytics: { topics } }: PartProps) {
  return (
    <Section title={texts.complaints}>
      {topics.length === 0 ? <p className="pt-3 text-13 text-muted">{texts.noComplaints}</p> : null}
      {topics.map(({ topic, mentions, quotes }) => (
        <div key={topic} className="pt-4">
          <h3 className="text-13 font-semibold">
            {topicLabels[topic]} <span className="font-normal text-muted">{texts.mentions(mentions)}</span>
          </h3>
          <ul className="mt-1 flex flex-col gap-1.5">
            {quotes.map(({ id, quote, subreddit, permalink }) => (
              <li key={id} dir="auto" className="border-l-2 pl-3 text-13 text-soft-text wrap-anywhere">
                {quote} <QuoteSource subreddit={subreddit} permalink={permalink} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Section>
  );
}

function Counts({ analytics: { kinds, subreddits } }: PartProps) {
  const count = {
    key: 'n',
    header: texts.stream,
    figures: true,
    render: ({ mentions }: { mentions: number }) => fullNumber(mentions),
  };
  return (
    <>
      {kinds.some(({ mentions }) => mentions > 0) ? (
        <Section title={texts.kindsTitle} bare>
          <Table
            caption={texts.kindsTitle}
            columns={[
              { key: 'kind', header: texts.kindLabel, render: ({ kind }: CompetitorAnalytics['kinds'][number]) => kindLabels[kind] },
              count,
            ]}
            rows={kinds.filter(({ mentions }) => mentions > 0)}
            rowKey={({ kind }) => kind}
          />
        </Section>
      ) : null}
      {subreddits.some(({ name }) => name !== '') ? (
        <Section title={texts.subreddits} bare>
          <Table
            caption={texts.subreddits}
            columns={[
              {
                key: 'stream',
                header: texts.subreddit,
                render: ({ name }: CompetitorAnalytics['subreddits'][number]) => subredditName(name),
              },
              count,
            ]}
            rows={subreddits.filter(({ name }) => name !== '')}
            rowKey={({ name }) => name}
          />
        </Section>
      ) : null}
    </>
  );
}
