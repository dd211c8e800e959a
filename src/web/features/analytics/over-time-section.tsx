import { ChartPicture, chartColumns } from '#web/ui/chart.tsx';
import type { ChartRow } from '#web/ui/chart-series.ts';
import { ChartSection } from '#web/ui/chart-section.tsx';
import { fullNumber } from '#web/lib/format.ts';
import type { ChartPartProps } from './section-props.ts';
import { texts } from './texts.ts';

/** More lines would be hard to distinguish, so the rest are added together. */
const maxLines = 3;

/** Campaigns can share a name; table headers can't. */
const distinct = (names: readonly string[]): string[] =>
  names.map((name, at) =>
    names.indexOf(name) === at ? name : `${name} (${String(names.slice(0, at + 1).filter((other) => other === name).length)})`,
  );

export function OverTimeSection({ analytics: { leadsOverTime: time, bucket }, ...saving }: ChartPartProps) {
  const format = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const labels = time.days.map((day) => format.format(new Date(day)));
  const shown = time.campaigns.length > maxLines + 1 ? time.campaigns.slice(0, maxLines) : time.campaigns;
  const rest = time.campaigns.slice(shown.length);
  const others = time.others.map((count, at) => count + rest.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0));
  const hasOthers = others.some((count) => count > 0);
  const lines = distinct([...shown.map(({ name }) => name), ...(hasOthers ? [texts.others] : [])]);
  const picture: ChartRow[] = labels.map((label, at) => ({
    label,
    values: shown.length === 0 ? [0] : [...shown.map(({ counts }) => counts[at] ?? 0), ...(hasOthers ? [others[at] ?? 0] : [])],
  }));
  const named = distinct(time.campaigns.map(({ name }) => name));
  const table: ChartRow[] = labels.map((label, at) => ({
    label,
    values: [time.total[at] ?? 0, time.answered[at] ?? 0, ...time.campaigns.map(({ counts }) => counts[at] ?? 0), time.others[at] ?? 0],
  }));
  return (
    <ChartSection
      title={texts.overTime(bucket)}
      caption={texts.overTimeCaption(bucket)}
      columns={chartColumns({
        axis: bucket === 'day' ? texts.day : texts.week,
        series: [texts.allLeads, texts.repliedLeads, ...named, texts.others],
        format: fullNumber,
      })}
      rows={table}
      rowKey={({ label }) => label}
      {...saving}
    >
      <ChartPicture
        kind="line"
        caption={texts.overTimeCaption(bucket)}
        series={lines.length === 0 ? [texts.allLeads] : lines}
        rows={picture}
        height={224}
        format={fullNumber}
      />
    </ChartSection>
  );
}
