import { lazy, Suspense, type ReactNode, useId, useState } from 'react';
import { Download, List } from 'lucide-react';
import { t } from '#web/lib/language.ts';
import { Button } from './button.tsx';
import { type ChartProps, type ChartRow, seriesLook } from './chart-series.ts';
import { cx } from './class-names.ts';
import { Section } from './page.tsx';
import { Table, type Column } from './table.tsx';

/** Loaded after the page, so that figures don't wait for the chart code. */
const ChartPlot = lazy(async () => ({ default: (await import('./chart-plot.tsx')).ChartPlot }));

function ChartLegend({ kind, series }: Pick<ChartProps, 'kind' | 'series'>) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-muted">
      {series.map((name, index) => (
        <li key={name} className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <span
            aria-hidden
            className={cx(kind === 'line' ? 'h-0.5 w-3' : 'size-2 rounded-[1px]', seriesLook(kind, index, series.length).swatch)}
          />
          {name}
        </li>
      ))}
    </ul>
  );
}

/** Columns and cells of the table for a chart. */
export function chartColumns({ axis, series, format = String }: Pick<ChartProps, 'axis' | 'series' | 'format'>): Column<ChartRow>[] {
  return [
    { key: 'label', header: axis, render: (row: ChartRow) => row.label },
    ...series.map((name, index) => ({
      key: `${String(index)} ${name}`,
      header: name,
      figures: true,
      render: (row: ChartRow) => {
        const value = row.values[index] ?? null;
        return value === null ? '–' : format(value);
      },
    })),
  ];
}

/** The chart alone, for pages that show its figures differently. */
export function ChartPicture({ kind, caption, series, rows, height = 192, format = String }: Omit<ChartProps, 'axis'>) {
  return (
    <>
      <Suspense fallback={<div style={{ height }} />}>
        <ChartPlot kind={kind} caption={caption} series={series} rows={rows} height={height} format={format} />
      </Suspense>
      {series.length > 1 ? (
        <div className="mt-2">
          <ChartLegend kind={kind} series={series} />
        </div>
      ) : null}
    </>
  );
}

/** A chart with the same figures in a table. */
export function Chart(props: ChartProps) {
  const { caption, rows } = props;
  return (
    <figure className="min-w-0">
      <ChartPicture {...props} />
      <details className="mt-2 text-12">
        <summary className="inline-flex w-fit items-center rounded-sm font-medium text-primary underline-offset-3 hover:underline max-md:min-h-10">
          {t('Show as table')}
        </summary>
        <Table
          caption={caption}
          columns={chartColumns(props)}
          rows={rows}
          rowKey={(row) => row.label}
          className="mt-1 max-h-80 overflow-y-auto"
        />
      </details>
    </figure>
  );
}

interface ChartSectionProps<T> {
  title: string;
  /** Caption of the table. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  onSave: () => void;
  saving: boolean;
  aside?: ReactNode;
  className?: string;
  /** The chart. Without one, the table is always shown, without a toggle. */
  children?: ReactNode;
  /** How to read the chart; shown below it. */
  note?: ReactNode;
}

/** Rows shown at first when there is only a table. */
const firstRows = 10;

const texts = {
  all: (count: number) => t('Show all {count}', { count }),
  table: t('Table'),
  csv: 'CSV',
  save: (title: string) => t('{title}: save as CSV', { title }),
  show: (title: string) => t('{title} as a table', { title }),
};

/** A chart under its heading, with the same figures as a table and a CSV download. */
export function ChartSection<T>(props: ChartSectionProps<T>) {
  const { title, caption, columns, rows, rowKey, onSave, saving, aside, className, children, note } = props;
  const [isOpen, setOpen] = useState(false);
  const isCut = !children && !isOpen && rows.length > firstRows + 2;
  const id = useId();
  const buttons = (
    <>
      {aside}
      {children ? (
        <Button
          variant="ghost"
          size="sm"
          icon={List}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={texts.show(title)}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.table}
        </Button>
      ) : null}
      <Button variant="ghost" size="sm" icon={Download} busy={saving} aria-label={texts.save(title)} onClick={onSave}>
        {texts.csv}
      </Button>
    </>
  );
  return (
    <Section title={title} aside={buttons} className={className} bare={!children}>
      {children ? <div className="pt-3">{children}</div> : null}
      {children && note ? <p className="mt-2 text-12 text-muted">{note}</p> : null}
      <div id={id} hidden={children !== undefined && !isOpen} className={children ? 'mt-3' : ''}>
        <Table
          caption={caption}
          columns={columns}
          rows={isCut ? rows.slice(0, firstRows) : rows}
          rowKey={rowKey}
          className={children ? 'max-h-80 overflow-y-auto' : ''}
        />
      </div>
      {isCut ? (
        <Button variant="link" size="sm" className="mt-2" onClick={() => setOpen(true)}>
          {texts.all(rows.length)}
        </Button>
      ) : null}
      {!children && note ? <p className="mt-2 text-12 text-muted">{note}</p> : null}
    </Section>
  );
}

const width = 80;
const height = 20;
const inset = 2;

interface SparklineProps {
  values: readonly number[];
  /** Accessible name, with the figures that matter. Without it, the line is decorative. */
  label?: string;
  className?: string;
}

/** A small line chart with a dot on its last value. */
export function Sparkline({ values, label, className }: SparklineProps) {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const across = (width - 2 * inset) / Math.max(values.length - 1, 1);
  const points = values.map((value, index) => [inset + index * across, 17 - ((value - low) / span) * 14] as const);
  const last = points.at(-1);
  if (!last) return null;
  const line = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');
  const named = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <svg {...named} viewBox={`0 0 ${width} ${height}`} className={cx('block h-5 w-20 overflow-visible', className)}>
      <path d={`M${line}`} fill="none" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" className="stroke-control" />
      <circle cx={last[0]} cy={last[1]} r="2.2" className="fill-primary" />
    </svg>
  );
}
