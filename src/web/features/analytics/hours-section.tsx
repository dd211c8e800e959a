import { ChartSection } from '#web/ui/chart-section.tsx';
import { HeatLegend, HeatMap } from '#web/ui/heat-map.tsx';
import type { Column } from '#web/ui/table.tsx';
import type { ChartPartProps } from './section-props.ts';
import { texts, weekdays } from './texts.ts';

interface Row {
  weekday: string;
  counts: readonly number[];
}
const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
const columns: readonly Column<Row>[] = [
  { key: 'weekday', header: texts.weekday, render: ({ weekday }) => weekday },
  ...hours.map((hour, at) => ({ key: hour, header: hour, figures: true, render: ({ counts }: Row) => counts[at] ?? 0 })),
];

export function HoursSection({ analytics: { byHour, zone }, ...saving }: ChartPartProps) {
  const { cells, most } = byHour;
  return (
    <ChartSection
      title={texts.hours}
      caption={texts.hoursCaption}
      columns={columns}
      rows={weekdays.map((weekday, at) => ({ weekday, counts: cells[at] ?? [] }))}
      rowKey={({ weekday }) => weekday}
      aside={
        <span className="max-md:hidden">
          <HeatLegend fewer={texts.fewer} more={texts.more} />
        </span>
      }
      {...saving}
    >
      <p className="mb-3 text-13 text-muted">
        {most === null ? (
          texts.noHours(zone)
        ) : (
          <>
            {texts.peakBefore}
            <b className="font-medium text-text">{texts.peak(most.weekday, most.hour)}</b>
            {texts.peakAfter(most.leads, zone)}
          </>
        )}
      </p>
      <HeatMap
        caption={texts.hoursCaption}
        rows={weekdays}
        columns={hours}
        labelEvery={3}
        cells={cells}
        titleOf={(row, column) => texts.cell(row, column, cells[row]?.[column] ?? 0)}
        marked={most && { row: most.weekday, column: most.hour }}
      />
    </ChartSection>
  );
}
