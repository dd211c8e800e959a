import { type CampaignChange, withoutChange } from '#shared/campaign-change.ts';
import { type Campaign, campaignRoutes } from '#shared/campaigns.ts';
import { recordStep } from '#web/features/inbox/actions/undo.ts';
import { call, markStale } from '#web/lib/api.ts';

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
