import { type CampaignChange, withoutChange } from '#shared/suggestions.ts';
import { type Campaign, type CampaignUpdate, campaignRoutes } from '#shared/campaigns.ts';
import { recordStep } from '#web/features/inbox/actions/undo.ts';
import { call, markStale } from '#web/lib/api.ts';
import { inputOfCampaign } from './draft.ts';
import { effectTexts as texts } from './learning-texts.ts';
import { usePreview } from './use-preview.ts';

const showAnew = () => markStale(['/campaigns', '/posts', '/leads', '/dashboard']);

/** Reports a change that was made to a campaign. Undo leaves what was changed in it meanwhile. */
export function recordChange(before: Campaign, change: CampaignChange, label: string): void {
  const params = { id: before.id };
  showAnew();
  const undo = async () => {
    const now = await call(campaignRoutes.get, { params });
    await call(campaignRoutes.update, { params, body: withoutChange(now, change, before) });
    showAnew();
  };
  void recordStep({ sent: Promise.resolve(undo), label });
}

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
