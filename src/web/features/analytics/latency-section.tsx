import type { LatencyStep } from '#shared/analytics.ts';
import { fullNumber } from '#web/lib/format.ts';
import { ChartPicture } from '#web/ui/chart.tsx';
import type { ChartRow } from '#web/ui/chart-series.ts';
import { ChartSection } from '#web/ui/chart-section.tsx';
import type { Column } from '#web/ui/table.tsx';
import type { ChartPartProps } from './section-props.ts';
import { latencyNames, texts } from './texts.ts';
import { formatDuration } from './format.ts';

interface Row {
  name: string;
  step: LatencyStep;
}
const columns: readonly Column<Row>[] = [
  { key: 'step', header: texts.latencyStep, render: ({ name }) => name },
  { key: 'n', header: texts.latencyN, figures: true, render: ({ step }) => fullNumber(step.n) },
  { key: 'median', header: texts.latencyMedian, figures: true, render: ({ step }) => formatDuration(step.median) },
  { key: 'most', header: texts.latencyP90, figures: true, render: ({ step }) => formatDuration(step.most) },
];
const steps = ['found', 'seen', 'answered'] as const;

/** Minutes. The finer steps are in the CSV only. */
const shownEdges = [5, 15, 30, 60, 120, 240, 480, 1440, 4320];

/** Cumulative shares, so that steps with different sample sizes can be compared. */
function rowsOf(latency: ChartPartProps['analytics']['latency']): ChartRow[] {
  return shownEdges.map((edge) => ({
    label: formatDuration(edge),
    values: steps.map((step) => {
      const { counts, n } = latency[step];
      if (n === 0) return null;
      const within = counts.reduce((sum, count, at) => sum + ((latency.edges[at] ?? Infinity) <= edge ? count : 0), 0);
      return Math.round((within / n) * 100);
    }),
  }));
}

export function LatencySection({ analytics: { latency }, ...saving }: ChartPartProps) {
  return (
    <ChartSection
      title={texts.latency}
      caption={texts.latencyCaption}
      columns={columns}
      rows={steps.map((step) => ({ name: latencyNames[step], step: latency[step] }))}
      rowKey={({ name }) => name}
      note={texts.latencyNote}
      {...saving}
    >
      <ChartPicture
        kind="line"
        caption={texts.latencyCaption}
        series={steps.map((step) => `${latencyNames[step]} (n=${fullNumber(latency[step].n)})`)}
        rows={rowsOf(latency)}
        height={192}
        format={(value) => `${String(value)}%`}
      />
    </ChartSection>
  );
}
