import type { Campaign } from '#shared/campaigns.ts';
import { TimeAgo, useMinute } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { statusLabels, texts } from './texts.ts';

export function CampaignStatus({ campaign }: { campaign: Pick<Campaign, 'status' | 'running'> }) {
  if (campaign.running) {
    return (
      <Badge tone="primary" live>
        {texts.running}
      </Badge>
    );
  }
  return (
    <Badge tone={campaign.status === 'active' ? 'primary' : 'neutral'} live={campaign.status === 'active'}>
      {statusLabels[campaign.status]}
    </Badge>
  );
}

export function SampleBadge({ campaign }: { campaign: Pick<Campaign, 'sample'> }) {
  if (!campaign.sample) return null;
  return (
    <Badge tone="outline" title={texts.sampleHint}>
      {texts.sample}
    </Badge>
  );
}

/** When something is due. Overdue means it runs with the next scheduler tick. */
export function NextTime({ at, otherwise = '–' }: { at: string | null; otherwise?: string }) {
  const now = useMinute();
  if (!at) return <span className="text-muted">{otherwise}</span>;
  return Date.parse(at) <= now ? <span title={at}>{texts.soon}</span> : <TimeAgo at={at} />;
}
