import { Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { type Campaign, campaignRoutes } from '#shared/campaigns.ts';
import { HelpLink } from '#web/features/help/help-link.tsx';
import { useApi } from '#web/lib/api.ts';
import { useDashboard } from '#web/lib/dashboard.ts';
import { fullNumber } from '#web/lib/format.ts';
import { inSentence } from '#web/lib/language.ts';
import { useIsMobile } from '#web/lib/media.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Can } from '#web/lib/session.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { CoverageLegend, CoverageStrip } from '#web/ui/coverage-strip.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { EmptyState, Loaded, TableSkeleton } from '#web/ui/states.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { CampaignStatus, NextTime, SampleBadge } from './campaign-head.tsx';
import { texts } from './texts.ts';

type Strips = ReadonlyMap<string, readonly (number | null)[]>;

export function CampaignsPage() {
  usePageTitle(texts.title);
  const answer = useApi(campaignRoutes.list, { query: { limit: 100 } });
  const dashboard = useDashboard();
  const strips: Strips = new Map(dashboard.data?.campaigns.map(({ id, strip }) => [id, strip]));
  const create = (
    <Can>
      <ButtonLink icon={Plus} to="/dashboard/campaigns/new">
        {texts.create}
      </ButtonLink>
    </Can>
  );
  const empty = (
    <EmptyState action={create} help={<HelpLink topic="rules" />}>
      {texts.empty}
    </EmptyState>
  );
  return (
    <Page>
      <PageHeader title={texts.title} lead={texts.lead} actions={answer.data && answer.data.items.length > 0 ? create : undefined} />
      <Loaded answer={answer} failed={texts.failed} skeleton={<TableSkeleton rows={4} columns={7} />} empty={empty}>
        {({ items }) => <CampaignList campaigns={items} strips={strips} />}
      </Loaded>
    </Page>
  );
}

function CampaignList({ campaigns, strips }: { campaigns: readonly Campaign[]; strips: Strips }) {
  const isMobile = useIsMobile();
  return (
    <>
      {isMobile ? (
        <ul className="border-t">
          {campaigns.map((campaign) => (
            <CampaignCard key={campaign.id} campaign={campaign} strip={strips.get(campaign.id)} />
          ))}
        </ul>
      ) : (
        <Table caption={texts.title} columns={columnsWith(strips)} rows={campaigns} rowKey={({ id }) => id} />
      )}
      <div className="mt-4">
        <CoverageLegend />
      </div>
    </>
  );
}

function CampaignName({ campaign }: { campaign: Campaign }) {
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <Link to={`/dashboard/campaigns/${campaign.id}`} className="font-medium wrap-anywhere hover:underline">
        <bdi>{campaign.name}</bdi>
      </Link>
      <SampleBadge campaign={campaign} />
    </span>
  );
}

function Leads({ campaign: { id, counts } }: { campaign: Campaign }) {
  return (
    <span className="inline-flex items-baseline gap-2">
      {counts.newLeads > 0 ? (
        <Link to={`/dashboard/leads?campaignId=${id}&stage=new`} className="text-12 font-medium text-primary hover:underline">
          {texts.newLeads(counts.newLeads)}
        </Link>
      ) : null}
      {fullNumber(counts.leads)}
    </span>
  );
}

const When = ({ at, otherwise }: { at: string | null; otherwise: string }) =>
  at ? <TimeAgo at={at} /> : <span className="text-muted">{otherwise}</span>;

function columnsWith(strips: Strips): readonly Column<Campaign>[] {
  const { columns } = texts;
  return [
    { key: 'name', header: columns.name, render: (campaign) => <CampaignName campaign={campaign} /> },
    { key: 'status', header: columns.status, render: (campaign) => <CampaignStatus campaign={campaign} /> },
    {
      key: 'streams',
      header: columns.streams,
      figures: true,
      optional: true,
      render: (campaign) => <span title={texts.monitors(campaign)}>{fullNumber(campaign.streamCount)}</span>,
    },
    { key: 'posts', header: columns.posts, figures: true, render: ({ counts }) => fullNumber(counts.posts) },
    { key: 'leads', header: columns.leads, figures: true, render: (campaign) => <Leads campaign={campaign} /> },
    {
      key: 'lastRun',
      header: columns.lastRun,
      figures: true,
      optional: true,
      render: ({ lastRunAt }) => <When at={lastRunAt} otherwise={texts.never} />,
    },
    { key: 'nextRun', header: columns.nextRun, figures: true, render: ({ nextRunAt }) => <NextTime at={nextRunAt} /> },
    {
      key: 'coverage',
      header: columns.coverage,
      render: ({ id, name }) => {
        const strip = strips.get(id);
        return strip ? <CoverageStrip slots={strip} label={name} className="w-36" /> : null;
      },
    },
  ];
}

function CampaignCard({ campaign, strip }: { campaign: Campaign; strip: readonly (number | null)[] | undefined }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-b border-line py-3 text-13">
      <CampaignName campaign={campaign} />
      <CampaignStatus campaign={campaign} />
      <span className="text-muted tabular-nums">
        {fullNumber(campaign.counts.posts)} {inSentence(texts.columns.posts)} · {fullNumber(campaign.counts.leads)}{' '}
        {inSentence(texts.columns.leads)}
      </span>
      <span className="text-right text-muted">
        <NextTime at={campaign.nextRunAt} />
      </span>
      {strip ? <CoverageStrip slots={strip} label={campaign.name} /> : null}
    </li>
  );
}
