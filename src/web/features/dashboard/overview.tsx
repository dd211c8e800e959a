import { Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Dashboard } from '#shared/dashboard.ts';
import { changeOf, formatDuration, formatGrowth, formatRated } from '#web/features/analytics/format.ts';
import { NextTime } from '#web/features/campaigns/campaign-head.tsx';
import { fullNumber, dateFormat } from '#web/lib/format.ts';
import { inSentence, t } from '#web/lib/language.ts';
import { useIsMobile } from '#web/lib/media.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Chart, Sparkline } from '#web/ui/chart.tsx';
import { CoverageLegend, CoverageStrip } from '#web/ui/coverage-strip.tsx';
import { Delta, Figures } from '#web/ui/facts.tsx';
import { Section } from '#web/ui/page.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { Panel } from './panel.tsx';

const texts = {
  trend: t('Leads, last 30 days'),
  trendCaption: t('Leads and replies per day, last 30 days'),
  day: t('Day'),
  leads: t('Leads'),
  answered: t('Replied to'),
  figureLeads: t('leads'),
  figureAnswered: t('replied to'),
  figureMatches: (rated: number) => t('good matches, of {rated} rated', { rated: fullNumber(rated) }),
  figureUnrated: t('no matches rated yet'),
  figureSeen: t('until you saw it (median)'),
  figureSeenOf: (count: number) =>
    count === 0 ? t('No leads seen yet') : t('Median of {count, plural, one {# seen lead} other {# seen leads}}', { count }),
  before: (count: number) => t('{count, plural, one {# lead} other {# leads}} in the 30 days before', { count }),
  analytics: t('Analytics'),
  campaigns: t('Campaigns'),
  newCampaign: t('New campaign'),
  campaign: t('Campaign'),
  tenDays: t('10 days'),
  today: t('Today'),
  matchQuality: t('Match quality'),
  read: t('Read, last 24 h'),
  nextRun: t('Next run'),
  paused: t('paused'),
  draft: t('draft'),
  running: t('running now'),
  sample: t('sample'),
  sparkline: (values: readonly number[]) =>
    t('Leads per day, last {length} days: {values}', { length: values.length, values: values.join(', ') }),
  matchQualityOf: (rated: number) => t('Good matches among the last {rated} rated', { rated: fullNumber(rated) }),
};

export function Overview({ dashboard }: { dashboard: Dashboard }) {
  return (
    <>
      <Panel of={dashboard}>
        <TrendSection dashboard={dashboard} />
      </Panel>
      <Panel of={dashboard}>
        <CampaignsSection campaigns={dashboard.campaigns} />
      </Panel>
    </>
  );
}

type Campaign = Dashboard['campaigns'][number];

function Name({ campaign }: { campaign: Campaign }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <Link
        to={`/dashboard/campaigns/${campaign.id}`}
        className={campaign.status === 'active' ? 'font-medium wrap-anywhere hover:underline' : 'wrap-anywhere text-muted hover:underline'}
      >
        <bdi>{campaign.name}</bdi>
      </Link>
      {campaign.sample ? <Badge tone="outline">{texts.sample}</Badge> : null}
    </span>
  );
}

function NextRun({ campaign }: { campaign: Campaign }) {
  if (campaign.running) return <span className="text-primary">{texts.running}</span>;
  if (campaign.status !== 'active') return <span className="text-muted">{campaign.status === 'paused' ? texts.paused : texts.draft}</span>;
  return <NextTime at={campaign.nextRunAt} />;
}

const columns: readonly Column<Campaign>[] = [
  { key: 'name', header: texts.campaign, render: (campaign) => <Name campaign={campaign} /> },
  {
    key: 'sparkline',
    header: texts.tenDays,
    optional: true,
    render: ({ sparkline }) => <Sparkline values={sparkline} label={texts.sparkline(sparkline)} />,
  },
  { key: 'today', header: texts.today, figures: true, render: ({ today }) => today },
  {
    key: 'right',
    header: texts.matchQuality,
    figures: true,
    render: ({ right, rated }) => (
      <span title={right === null ? texts.figureUnrated : texts.matchQualityOf(rated)}>
        {formatRated(Math.round((right ?? 0) * rated), rated)}
      </span>
    ),
  },
  { key: 'strip', header: texts.read, render: ({ strip, name }) => <CoverageStrip slots={strip} label={name} /> },
  { key: 'next', header: texts.nextRun, figures: true, render: (campaign) => <NextRun campaign={campaign} /> },
];

function CampaignsSection({ campaigns }: { campaigns: readonly Campaign[] }) {
  const isMobile = useIsMobile();
  const create = (
    <ButtonLink variant="ghost" size="sm" icon={Plus} to="/dashboard/campaigns/new">
      {texts.newCampaign}
    </ButtonLink>
  );
  return (
    <Section title={texts.campaigns} aside={create} bare={!isMobile}>
      {isMobile ? (
        <CampaignCards campaigns={campaigns} />
      ) : (
        <Table caption={texts.campaigns} columns={columns} rows={campaigns} rowKey={({ id }) => id} />
      )}
      <div className="mt-3">
        <CoverageLegend />
      </div>
    </Section>
  );
}

function CampaignCards({ campaigns }: { campaigns: readonly Campaign[] }) {
  return (
    <ul>
      {campaigns.map((campaign) => (
        <li
          key={campaign.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-line py-2.5 text-13 last:border-b-0"
        >
          <Name campaign={campaign} />
          <NextRun campaign={campaign} />
          <CoverageStrip slots={campaign.strip} label={campaign.name} />
          <span className="text-right tabular-nums">
            {campaign.today} <span className="text-muted">{inSentence(texts.today)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function TrendSection({ dashboard }: { dashboard: Dashboard }) {
  const { right, rated } = matchQuality(dashboard);
  const { recent } = dashboard;
  const analytics = (
    <ButtonLink variant="link" size="sm" to="/dashboard/analytics">
      {texts.analytics}
    </ButtonLink>
  );
  const dayFormat = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });
  const rows = dashboard.trend.map(({ day, leads, answered }) => ({ label: dayFormat.format(new Date(day)), values: [leads, answered] }));
  return (
    <Section title={texts.trend} aside={analytics}>
      <div className="my-5">
        <Figures
          figures={[
            { value: fullNumber(recent.leads), label: texts.figureLeads, aside: <Change now={recent.leads} before={recent.leadsBefore} /> },
            {
              value: fullNumber(recent.answered),
              label: texts.figureAnswered,
              aside: <Change now={recent.answered} before={recent.answeredBefore} />,
            },
            ...(right === null ? [] : [{ value: formatRated(Math.round(right * rated), rated), label: texts.figureMatches(rated) }]),
            { value: formatDuration(recent.seenMinutes), label: texts.figureSeen, title: texts.figureSeenOf(recent.seen) },
          ]}
        />
      </div>
      <Chart kind="overlap" caption={texts.trendCaption} axis={texts.day} series={[texts.leads, texts.answered]} rows={rows} />
    </Section>
  );
}

function Change({ now, before }: { now: number; before: number }) {
  const by = changeOf(now, before);
  if (by === null || by === 0) return null;
  return (
    <span title={texts.before(before)}>
      <Delta value={by} meaning={by > 0 ? 'better' : 'worse'}>
        {formatGrowth(now, before)}
      </Delta>
    </span>
  );
}

/** Share of good matches over all campaigns, 0 to 1, and the number of ratings; null without any. */
export function matchQuality({ campaigns }: Pick<Dashboard, 'campaigns'>): { right: number | null; rated: number } {
  const ratedCampaigns = campaigns.flatMap(({ right, rated }) => (right === null ? [] : [{ right, rated }]));
  const rated = ratedCampaigns.reduce((sum, campaign) => sum + campaign.rated, 0);
  const right = ratedCampaigns.reduce((sum, campaign) => sum + campaign.right * campaign.rated, 0);
  return { right: rated === 0 ? null : right / rated, rated };
}
