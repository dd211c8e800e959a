import type { Campaign } from '#shared/campaigns.ts';
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
