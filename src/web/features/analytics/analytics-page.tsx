import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { analyticsRoutes } from '#shared/analytics.ts';
import { useCampaignNames } from '#web/features/campaigns/use-campaign-names.ts';
import { useApi } from '#web/lib/api.ts';
import { browserTimeZone } from '#web/lib/browser-time-zone.ts';
import { useMinute } from '#web/lib/time-ago.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Can, useUser } from '#web/lib/session.tsx';
import { useSetFilters } from '#web/lib/url-params.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { AnalyticsFigures, AnalyticsSkeleton } from './analytics-figures.tsx';
import { RangePicker, StepChip, dateIn, presetFilters, rangeLabel, rangeOf } from './range-picker.tsx';
import { texts } from './texts.ts';

const ShareDialog = lazyDialog(async () => (await import('./share-dialog.tsx')).ShareDialog);

export function AnalyticsPage() {
  usePageTitle(texts.title);
  const [address] = useSearchParams();
  const change = useSetFilters();
  const user = useUser();
  const today = dateIn(user.settings.timezone, useMinute());
  const range = rangeOf(address, today);
  const { options: campaigns, nameOf } = useCampaignNames();
  const { step } = range;
  const query = {
    from: range.from,
    to: range.to,
    zone: browserTimeZone(),
    ...(range.campaignId && { campaignId: range.campaignId }),
    ...(step && { step }),
  };
  const answer = useApi(analyticsRoutes.get, { query }, { keepPreviousData: true });
  const whose = range.campaignId === undefined ? texts.everyCampaign : (nameOf(range.campaignId) ?? texts.oneCampaign);
  const [isSharing, setSharing] = useState(false);
  return (
    <Page>
      <PageHeader
        title={texts.title}
        badge={step && <StepChip step={step} onRemove={() => change({ step: undefined })} />}
        lead={texts.lead(rangeLabel(range), whose, (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 + 1)}
        actions={
          <>
            <RangePicker range={range} today={today} campaigns={campaigns} onChange={change} />
            <Can>
              <Button variant="outline" icon={Share2} onClick={() => setSharing(true)}>
                {texts.shareReport}
              </Button>
            </Can>
          </>
        }
      />
      <Loaded answer={answer} failed={texts.failed} skeleton={<AnalyticsSkeleton />}>
        {(analytics) => (
          <AnalyticsFigures
            analytics={analytics}
            query={query}
            onStep={(chosen) => change({ step: chosen === step ? undefined : chosen })}
            step={step}
            hasCampaigns={campaigns.length > 0}
            onLonger={() => change(presetFilters('365'))}
          />
        )}
      </Loaded>
      <ShareDialog open={isSharing} onOpenChange={setSharing} range={range} today={today} campaigns={campaigns} />
    </Page>
  );
}
