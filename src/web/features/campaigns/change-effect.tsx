import type { Campaign, CampaignUpdate } from '#shared/campaigns.ts';
import { inputOfCampaign } from './draft.ts';
import { effectTexts as texts } from './effect-texts.ts';
import { usePreview } from './use-preview.ts';

/** What a dry run finds with a change and without it. */
export function ChangeEffect({ campaign, change }: { campaign: Campaign; change: CampaignUpdate | null }) {
  const saved = inputOfCampaign(campaign);
  const before = usePreview(saved, { delay: 0 });
  const after = usePreview({ ...saved, ...(change as Partial<typeof saved>) }, { isReady: change !== null });
  const error = before.error ?? after.error;
  const say = (): string => {
    if (!change) return '';
    if (campaign.sample) return texts.sample;
    if (error) return texts.uncounted(error.message);
    if (!before.data || !after.data || after.isSettling) return texts.counting;
    if (before.data.sample || before.data.considered === 0) return texts.nothingStored;
    return texts.effect({ posts: after.data.matched - before.data.matched, leads: after.data.leads - before.data.leads });
  };
  const losesLeads = Boolean(change && before.data && after.data && !after.isSettling && after.data.leads < before.data.leads);
  return (
    <p aria-live="polite" className={losesLeads ? 'min-h-5 text-13 font-medium text-warn' : 'min-h-5 text-13 text-soft-text'}>
      {say()}
    </p>
  );
}
