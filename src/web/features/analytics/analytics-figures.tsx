import { Link } from 'react-router-dom';
import type { Analytics, ChartName } from '#shared/analytics.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Note } from '#web/ui/note.tsx';
import { CostSection } from './cost-section.tsx';
import { FunnelSection } from './funnel-section.tsx';
import { Headline } from './headline.tsx';
import { HoursSection } from './hours-section.tsx';
import { LatencySection } from './latency-section.tsx';
import { OverTimeSection } from './over-time-section.tsx';
import { PrecisionSection } from './precision-section.tsx';
import { RulesSection } from './rules-section.tsx';
import { SubredditsSection } from './subreddits-section.tsx';
import { texts } from './texts.ts';
import { useCsv } from './use-csv.ts';

interface FiguresProps {
  analytics: Analytics;
  query: { from: string; to: string };
  hasCampaigns: boolean;
  onLonger: () => void;
}

const isEmpty = ({ funnel, leadsOverTime }: Analytics): boolean =>
  Object.values(funnel).every((count) => count === 0) && leadsOverTime.answered.every((count) => count === 0);

export function AnalyticsFigures({ analytics, query, hasCampaigns, onLonger }: FiguresProps) {
  const { save, saving } = useCsv(query);
  const saves = (chart: ChartName) => ({ onSave: () => void save(chart), saving: saving === chart });
  if (isEmpty(analytics) && analytics.counting === 0)
    return hasCampaigns ? (
      <EmptyState
        action={
          <Button variant="outline" onClick={onLonger}>
            {texts.longer}
          </Button>
        }
      >
        {texts.empty}
      </EmptyState>
    ) : (
      <EmptyState
        action={
          <Button asChild>
            <Link to="/dashboard/campaigns/new">{texts.create}</Link>
          </Button>
        }
      >
        {texts.emptyCampaigns}
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-10 max-md:gap-8">
      {analytics.counting > 0 ? <Note>{texts.counting(analytics.counting)}</Note> : null}
      {analytics.sample ? <Note>{texts.sample}</Note> : null}
      <Headline analytics={analytics} />
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2 *:min-w-0">
        <FunnelSection analytics={analytics} {...saves('funnel')} />
        <OverTimeSection analytics={analytics} {...saves('leadsOverTime')} />
      </div>
      <HoursSection analytics={analytics} {...saves('byHour')} />
      <SubredditsSection analytics={analytics} {...saves('bySubreddit')} />
      <RulesSection analytics={analytics} {...saves('byRule')} />
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2 *:min-w-0">
        <PrecisionSection analytics={analytics} {...saves('precision')} />
        <LatencySection analytics={analytics} {...saves('latency')} />
      </div>
      <CostSection analytics={analytics} {...saves('cost')} />
    </div>
  );
}
