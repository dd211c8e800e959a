import { type Analytics, type FunnelStep, funnelSteps, type LatencyStep } from '#shared/analytics.ts';
import { counted, fullNumber, dateFormat, percentText } from '#web/lib/format.ts';
import { Say } from '#web/ui/say.tsx';
import type { ChartRow } from '#web/ui/chart-series.ts';
import { chartColumns, ChartPicture, ChartSection } from '#web/ui/chart.tsx';
import { zoneLabel } from '#web/lib/time-zone-options.ts';
import { Funnel } from '#web/ui/funnel.tsx';
import { HeatLegend, HeatMap } from '#web/ui/heat-map.tsx';
import { Section } from '#web/ui/page.tsx';
import type { Column } from '#web/ui/table.tsx';
import { formatDuration, formatShare } from './format.ts';
import { latencyNames, stepNames, texts, weekdays } from './texts.ts';

export interface ChartPartProps {
  analytics: Analytics;
  onSave: () => void;
  saving: boolean;
}

interface Row {
  key: FunnelStep;
  name: string;
  count: number;
  value: string;
  share: string | undefined;
}
const columns: readonly Column<Row>[] = [
  { key: 'step', header: texts.step, render: ({ name }) => name },
  { key: 'count', header: texts.count, figures: true, render: ({ value }) => value },
  { key: 'share', header: texts.share, figures: true, render: ({ share }) => share ?? '–' },
];

interface FunnelSectionProps extends ChartPartProps {
  step: FunnelStep | undefined;
  onStep: (step: FunnelStep) => void;
}

export function FunnelSection({ analytics: { funnel, heardSince, zone }, step: chosen, onStep, ...saving }: FunnelSectionProps) {
  const rows = funnelSteps.map((step, at): Row => {
    const above = funnelSteps[at - 1];
    // No share where the steps count different items: before fetched items were counted, and for posts that were imported.
    const isKnown = above !== undefined && !(heardSince !== null && at <= 2) && funnel[step] <= funnel[above];
    return {
      key: step,
      name: stepNames[step],
      count: funnel[step],
      value: fullNumber(funnel[step]),
      share: isKnown ? formatShare(funnel[step], funnel[above]) : undefined,
    };
  });
  const since =
    heardSince === null ? '' : texts.readSince(dateFormat({ day: 'numeric', month: 'long', timeZone: zone }).format(new Date(heardSince)));
  return (
    <ChartSection
      title={texts.funnel}
      caption={texts.funnelCaption}
      columns={columns}
      rows={rows}
      rowKey={({ name }) => name}
      note={texts.funnelNote(funnel.dismissed) + since}
      {...saving}
    >
      <Funnel caption={texts.funnelCaption} stages={rows} selected={chosen} onSelect={onStep} />
    </ChartSection>
  );
}

/** More lines would be hard to distinguish, so the rest are added together. */
const maxLines = 3;

/** Campaigns can share a name; table headers can't. */
const distinct = (names: readonly string[]): string[] =>
  names.map((name, at) =>
    names.indexOf(name) === at ? name : `${name} (${String(names.slice(0, at + 1).filter((other) => other === name).length)})`,
  );

export function OverTimeSection({ analytics: { leadsOverTime: time, bucket, step }, ...saving }: ChartPartProps) {
  const format = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });
  const what = stepNames[step ?? 'leads'];
  const labels = time.days.map((day) => format.format(new Date(day)));
  const shown = time.campaigns.length > maxLines + 1 ? time.campaigns.slice(0, maxLines) : time.campaigns;
  const rest = time.campaigns.slice(shown.length);
  const others = time.others.map((count, at) => count + rest.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0));
  const hasOthers = others.some((count) => count > 0);
  const lines = distinct([...shown.map(({ name }) => name), ...(hasOthers ? [texts.others] : [])]);
  const picture: ChartRow[] = labels.map((label, at) => ({
    label,
    values:
      shown.length === 0 ? [time.total[at] ?? 0] : [...shown.map(({ counts }) => counts[at] ?? 0), ...(hasOthers ? [others[at] ?? 0] : [])],
  }));
  const named = distinct(time.campaigns.map(({ name }) => name));
  const table: ChartRow[] = labels.map((label, at) => ({
    label,
    values: [time.total[at] ?? 0, time.answered[at] ?? 0, ...time.campaigns.map(({ counts }) => counts[at] ?? 0), time.others[at] ?? 0],
  }));
  return (
    <ChartSection
      title={texts.overTime(what, bucket)}
      caption={texts.overTimeCaption(what, bucket)}
      columns={chartColumns({
        axis: bucket === 'day' ? texts.day : texts.week,
        series: [step === null ? texts.allLeads : what, texts.repliedLeads, ...named, texts.others],
        format: fullNumber,
      })}
      rows={table}
      rowKey={({ label }) => label}
      {...saving}
    >
      <ChartPicture
        kind="line"
        caption={texts.overTimeCaption(what, bucket)}
        series={lines.length === 0 ? [step === null ? texts.allLeads : what] : lines}
        rows={picture}
        height={224}
        format={fullNumber}
      />
    </ChartSection>
  );
}

interface HoursRow {
  weekday: string;
  counts: readonly number[];
}
const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
const hoursColumns: readonly Column<HoursRow>[] = [
  { key: 'weekday', header: texts.weekday, render: ({ weekday }) => weekday },
  ...hours.map((hour, at) => ({ key: hour, header: hour, figures: true, render: ({ counts }: HoursRow) => counts[at] ?? 0 })),
];

const peakOf = ({ weekday, hour }: { weekday: number; hour: number }) => (
  <b className="font-medium text-text">{texts.peak(weekday, hour)}</b>
);

export function HoursSection({ analytics: { byHour, zone, step, uncounted }, ...saving }: ChartPartProps) {
  const { cells, most } = byHour;
  if (uncounted.includes('byHour'))
    return (
      <Section title={texts.hoursOfPosts}>
        <p className="pt-3 text-13 text-muted">{texts.noHoursStored}</p>
      </Section>
    );
  const isOfPosts = step === 'posts';
  const caption = isOfPosts ? texts.hoursOfPostsCaption : texts.hoursCaption;
  return (
    <ChartSection
      title={isOfPosts ? texts.hoursOfPosts : texts.hours}
      caption={caption}
      columns={hoursColumns}
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
        ) : isOfPosts ? (
          <Say
            text="The peak is {peak} ({posts, plural, one {# post} other {# posts}}). Times are in {zone}."
            peak={peakOf(most)}
            posts={most.leads}
            zone={zoneLabel(zone)}
          />
        ) : (
          <Say
            text="The peak is {peak} ({leads, plural, one {# lead} other {# leads}}). Times are in {zone}."
            peak={peakOf(most)}
            leads={most.leads}
            zone={zoneLabel(zone)}
          />
        )}
      </p>
      <HeatMap
        caption={caption}
        rows={weekdays}
        columns={hours}
        labelEvery={3}
        cells={cells}
        titleOf={(row, column) => texts.cell(row, column, counted(cells[row]?.[column] ?? 0, isOfPosts ? 'post' : 'lead'))}
        marked={most && { row: most.weekday, column: most.hour }}
      />
    </ChartSection>
  );
}

interface LatencyRow {
  name: string;
  step: LatencyStep;
}
const latencyColumns: readonly Column<LatencyRow>[] = [
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
      columns={latencyColumns}
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
        format={(value) => percentText(value / 100)}
      />
    </ChartSection>
  );
}
