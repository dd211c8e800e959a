import { ChartPicture, chartColumns } from '#web/ui/chart.tsx';
import type { ChartRow } from '#web/ui/chart-series.ts';
import { ChartSection } from '#web/ui/chart-section.tsx';
import type { ChartPartProps } from './section-props.ts';
import { texts } from './texts.ts';
import { formatMoney } from './format.ts';

export function CostSection({ analytics: { cost, leadsOverTime: time, bucket }, ...saving }: ChartPartProps) {
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
