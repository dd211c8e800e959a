import { scaleLinear } from 'd3-scale';
import { line, stack } from 'd3-shape';
import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { type ChartProps, type ChartRow, seriesLook } from './chart-series.ts';
import { cx } from './class-names.ts';

interface Scale {
  /** Round figures in ascending order; the first and last are the ends of the axis. */
  ticks: number[];
  low: number;
  high: number;
}

/** An axis between round figures over these values, in about four steps. Always includes 0; whole steps for whole values. */
export function scaleOf(values: readonly (number | null)[], steps = 4): Scale {
  const known = values.filter((value): value is number => value !== null && Number.isFinite(value));
  const low = Math.min(0, ...known);
  const high = Math.max(0, ...known);
  if (low === high) return { ticks: [0, 1], low: 0, high: 1 };
  const count = known.every(Number.isInteger) ? Math.min(steps, high - low) : steps;
  const scale = scaleLinear().domain([low, high]).nice(count);
  const ticks = scale.ticks(count);
  return { ticks, low: ticks[0] ?? 0, high: ticks.at(-1) ?? 1 };
}

/** Indexes of the labels to show when each needs that many pixels: always the last one, and evenly back from it. */
export function labelIndexes(count: number, width: number, needed: number): number[] {
  const every = Math.max(1, Math.ceil((count * needed) / Math.max(width, 1)));
  return Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % every === 0);
}

/** Start and end of each bar: for `stack` each value starts where the previous one ends; otherwise all start at 0. */
export function barSpans(values: readonly (number | null)[], stacked: boolean): { from: number; to: number }[] {
  const known = values.map((value) => value ?? 0);
  if (!stacked) return known.map((to) => ({ from: 0, to }));
  const layers = stack<readonly number[], number>()
    .keys(known.keys())
    .value((row, key) => row[key] ?? 0);
  return layers([known]).map(([span]) => ({ from: span?.[0] ?? 0, to: span?.[1] ?? 0 }));
}

const top = 8;
const foot = 24;
const labelWidth = 80;

type PlotProps = Required<Pick<ChartProps, 'kind' | 'caption' | 'series' | 'rows' | 'format' | 'height'>>;

/** Pixel positions: from the left for a row, from the top for a value. */
interface Geometry {
  left: number;
  width: number;
  band: number;
  x: (index: number) => number;
  y: (value: number) => number;
  ticks: number[];
}

function geometryOf({ kind, rows, format, height }: PlotProps, width: number): Geometry {
  const values = kind === 'stack' ? rows.map((row) => barSpans(row.values, true).at(-1)?.to ?? 0) : rows.flatMap((row) => row.values);
  const { ticks, low, high } = scaleOf(values);
  const left = Math.max(...ticks.map((tick) => format(tick).length)) * 7 + 10;
  const inner = Math.max(width - left, 0);
  const band = inner / Math.max(rows.length, 1);
  return {
    left,
    width: inner,
    band,
    ticks,
    x: (index) => left + band * (index + 0.5),
    y: scaleLinear([low, high], [height - foot, top]),
  };
}

function Axes({ plot, rows, format, height }: { plot: Geometry } & Pick<PlotProps, 'rows' | 'format' | 'height'>) {
  const labels = labelIndexes(rows.length, plot.width, labelWidth);
  const right = plot.left + plot.width;
  return (
    <>
      {plot.ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={plot.left}
            x2={right}
            y1={plot.y(tick)}
            y2={plot.y(tick)}
            shapeRendering="crispEdges"
            className={tick === 0 ? 'stroke-border' : 'stroke-line'}
          />
          <text x={plot.left - 8} y={plot.y(tick) + 4} textAnchor="end" className="fill-muted">
            {format(tick)}
          </text>
        </g>
      ))}
      {labels.map((index) => {
        const x = plot.x(index);
        const anchor = x + labelWidth / 2 > right ? 'end' : x - labelWidth / 2 < plot.left ? 'start' : 'middle';
        const at = anchor === 'end' ? Math.min(x + plot.band / 2, right) : anchor === 'start' ? x - plot.band / 2 : x;
        return (
          <text key={index} x={at} y={height - 6} textAnchor={anchor} className="fill-muted">
            {rows[index]?.label}
          </text>
        );
      })}
    </>
  );
}

function Bars({ plot, kind, series, rows }: { plot: Geometry } & Pick<PlotProps, 'kind' | 'series' | 'rows'>) {
  const full = plot.band * 0.67;
  const share = kind === 'bar' ? full / Math.max(series.length, 1) : full;
  return rows.map((row, index) =>
    barSpans(row.values, kind === 'stack').map(({ from, to }, position) => (
      <rect
        key={`${row.label} ${series[position]}`}
        x={plot.x(index) - full / 2 + (kind === 'bar' ? position * share : 0)}
        y={plot.y(Math.max(from, to))}
        width={Math.max(share - (kind === 'bar' && series.length > 1 ? 1 : 0), 1)}
        height={Math.abs(plot.y(from) - plot.y(to))}
        rx={kind === 'stack' ? 0 : 1}
        className={seriesLook(kind, position, series.length).fill}
      />
    )),
  );
}

/** One path per series; unknown values leave a gap. */
const lineOf = (plot: Geometry, rows: readonly ChartRow[], position: number): string =>
  line<ChartRow>()
    .defined(({ values }) => (values[position] ?? null) !== null)
    .x((_, index) => plot.x(index))
    .y(({ values }) => plot.y(values[position] ?? 0))
    .digits(1)(rows) ?? '';

function Hint({
  plot,
  row,
  index,
  series,
  format,
}: { plot: Geometry; row: ChartRow; index: number } & Pick<PlotProps, 'series' | 'format'>) {
  const isRight = index > 0 && plot.x(index) > plot.left + plot.width / 2;
  return (
    <div
      aria-hidden
      style={{ left: plot.x(index), top }}
      className={cx(
        'pointer-events-none absolute z-1 rounded-md bg-raised px-2.5 py-2 text-12 whitespace-nowrap shadow-float',
        isRight ? '-translate-x-[calc(100%+12px)]' : 'translate-x-3',
      )}
    >
      <p className="font-medium">{row.label}</p>
      {series.map((name, position) => {
        const value = row.values[position] ?? null;
        return (
          <p key={name} className="flex justify-between gap-4 text-muted">
            {name}
            <b className="font-medium text-text tabular-nums">{value === null ? '–' : format(value)}</b>
          </p>
        );
      })}
    </div>
  );
}

/** The drawing of a chart, as wide as its container. `Chart` also renders its figures as a table. */
export function ChartPlot(props: PlotProps) {
  const { kind, caption, series, rows, format, height } = props;
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [pointed, setPointed] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const plot = geometryOf(props, width);
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const across = event.clientX - event.currentTarget.getBoundingClientRect().left - plot.left;
    const index = Math.floor(across / plot.band);
    setPointed(index >= 0 && index < rows.length ? index : null);
  };
  const row = pointed === null ? undefined : rows[pointed];
  return (
    <div ref={box} className="relative" style={{ height }} onPointerMove={point} onPointerLeave={() => setPointed(null)}>
      {width > 0 ? (
        <svg role="img" aria-label={caption} width={width} height={height} className="block overflow-visible text-12 tabular-nums">
          {pointed === null ? null : (
            <rect x={plot.left + plot.band * pointed} y={top} width={plot.band} height={height - top - foot} className="fill-float-hover" />
          )}
          <Axes plot={plot} rows={rows} format={format} height={height} />
          {kind === 'line' ? (
            series.map((name, position) => (
              <path
                key={name}
                d={lineOf(plot, rows, position)}
                fill="none"
                strokeWidth="1.75"
                strokeLinejoin="round"
                strokeLinecap="round"
                className={seriesLook(kind, position, series.length).stroke}
              />
            ))
          ) : (
            <Bars plot={plot} kind={kind} series={series} rows={rows} />
          )}
        </svg>
      ) : null}
      {row && pointed !== null ? <Hint plot={plot} row={row} index={pointed} series={series} format={format} /> : null}
    </div>
  );
}
