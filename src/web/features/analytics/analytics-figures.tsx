import type { Analytics, ChartName } from '#shared/analytics.ts';
import { Note } from '#web/ui/note.tsx';
import { FunnelSection } from './funnel-section.tsx';
import { Headline } from './headline.tsx';
import { HoursSection } from './hours-section.tsx';
import { LatencySection } from './latency-section.tsx';
import { NoFigures } from './no-figures.tsx';
import { OverTimeSection } from './over-time-section.tsx';
import { PrecisionSection } from './precision-section.tsx';
import { RulesSection } from './rules-section.tsx';
import { SubredditsSection } from './subreddits-section.tsx';
import { texts } from './texts.ts';
import { useCsv } from './use-csv.ts';
import { ChartPicture, chartColumns } from '#web/ui/chart.tsx';
import type { ChartRow } from '#web/ui/chart-series.ts';
import { ChartSection } from '#web/ui/chart-section.tsx';
import type { ChartPartProps } from './section-props.ts';
import { formatMoney } from './format.ts';

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
  if (isEmpty(analytics) && analytics.counting === 0) return <NoFigures hasCampaigns={hasCampaigns} onLonger={onLonger} />;
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

function CostSection({ analytics: { cost, leadsOverTime: time, bucket }, ...saving }: ChartPartProps) {
  const format = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const rows: ChartRow[] = time.days.map((day, at) => {
    const [spent, leads] = [cost.buckets[at] ?? 0, time.total[at] ?? 0];
    return { label: format.format(new Date(day)), values: [spent, leads === 0 ? null : spent / leads] };
  });
  const isKnown = cost.spent !== null;
  return (
    <ChartSection
      title={texts.spend}
      caption={texts.spendCaption(bucket)}
      columns={chartColumns({ axis: bucket === 'day' ? texts.day : texts.week, series: [texts.spent, texts.perLead], format: formatMoney })}
      rows={isKnown ? rows : []}
      rowKey={({ label }) => label}
      note={isKnown ? texts.spendNote(cost.calls, cost.unpriced) : undefined}
      {...saving}
    >
      {isKnown ? (
        <ChartPicture
          kind="bar"
          caption={texts.spendCaption(bucket)}
          series={[texts.spent]}
          rows={rows.map(({ label, values }) => ({ label, values: values.slice(0, 1) }))}
          height={160}
          format={formatMoney}
        />
      ) : (
        <p className="py-2 text-13 text-muted">{texts.noSpend}</p>
      )}
    </ChartSection>
  );
}
