import { Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Dashboard } from '#shared/dashboard.ts';
import { NextTime } from '#web/features/campaigns/next-time.tsx';
import { useIsMobile } from '#web/lib/media.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CoverageLegend, CoverageStrip } from '#web/ui/coverage-strip.tsx';
import { Section } from '#web/ui/section.tsx';
import { Sparkline } from '#web/ui/sparkline.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { texts } from './texts.ts';

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
        {right === null ? '–' : `${String(Math.round(right * 100))}%`}
      </span>
    ),
  },
  { key: 'strip', header: texts.read, render: ({ strip, name }) => <CoverageStrip slots={strip} label={name} /> },
  { key: 'next', header: texts.nextRun, figures: true, render: (campaign) => <NextRun campaign={campaign} /> },
];

export function CampaignsSection({ campaigns }: { campaigns: readonly Campaign[] }) {
  const isMobile = useIsMobile();
  const create = (
    <Button variant="ghost" size="sm" asChild>
      <Link to="/dashboard/campaigns/new">
        <Plus aria-hidden className="size-3.5" />
        {texts.newCampaign}
      </Link>
    </Button>
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
            {campaign.today} <span className="text-muted">{texts.today.toLowerCase()}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
