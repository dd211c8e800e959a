import { Printer } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { clientRoutes } from '#shared/clients.ts';
import { RangePicker, dateIn, rangeOf } from '#web/features/analytics/range-picker.tsx';
import { ReportSheet } from '#web/features/analytics/report-page.tsx';
import { reportTexts } from '#web/features/analytics/texts.ts';
import { useApi } from '#web/lib/api.ts';
import { browserTimeZone } from '#web/lib/browser-time-zone.ts';
import { useUser } from '#web/lib/session.tsx';
import { useMinute } from '#web/lib/time-ago.tsx';
import { useSetFilters } from '#web/lib/url-params.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadingPane } from '#web/ui/spinner.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { clientTexts as texts } from './texts.ts';

/** The report that is shared with clients, of the days that they choose. */
export function ClientReport() {
  const [address] = useSearchParams();
  const change = useSetFilters();
  const today = dateIn(useUser().settings.timezone, useMinute());
  const range = rangeOf(address, today);
  const { from, to, campaignId } = range;
  const query = { from, to, zone: browserTimeZone(), ...(campaignId && { campaignId }) };
  const answer = useApi(clientRoutes.report, { query }, { keepPreviousData: true });
  return (
    <Loaded answer={answer} failed={texts.reportFailed} skeleton={<LoadingPane />}>
      {({ report, campaigns }) => (
        <ReportSheet
          report={report}
          actions={
            <>
              <RangePicker
                range={range}
                today={today}
                campaigns={campaigns.length === 0 ? null : campaigns.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={change}
              />
              <Button variant="outline" icon={Printer} onClick={() => window.print()}>
                {reportTexts.print}
              </Button>
            </>
          }
        />
      )}
    </Loaded>
  );
}
