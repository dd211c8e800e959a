import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type TooltipContentProps,
} from 'recharts';
import { seriesLook, type ChartProps } from './chart.tsx';

const tick = { fill: 'var(--muted)', fontSize: 12 };
const pointer = { fill: 'var(--float-hover)', stroke: 'var(--control)', strokeWidth: 1 };
const margin = { top: 6, right: 4, bottom: 0, left: 0 };

interface PlotProps extends ChartProps {
  height: number;
  format: (value: number) => string;
}

function Hint({ active, label, payload, format }: Partial<TooltipContentProps> & { format: (value: number) => string }) {
  if (!active || !payload?.length) return null;
  return (
    <div className="rounded-md bg-raised px-2.5 py-2 text-12 shadow-float">
      <p className="font-medium">{label}</p>
      {payload.map(({ name, value }) => (
        <p key={String(name)} className="flex justify-between gap-4 text-muted">
          {name}
          <b className="font-medium text-text tabular-nums">{typeof value === 'number' ? format(value) : '–'}</b>
        </p>
      ))}
    </div>
  );
}

/** Bars or lines by recharts in our tokens. Loaded on demand by Chart. */
export function ChartPlot({ kind, caption, series, rows, format }: PlotProps) {
  const data = rows.map(({ label, values }) => ({
    label,
    ...Object.fromEntries(series.map((name, index) => [name, values[index] ?? null])),
  }));
  const frame = [
    <CartesianGrid key="grid" vertical={false} stroke="var(--line)" />,
    <XAxis
      key="x"
      dataKey="label"
      tick={tick}
      tickLine={false}
      axisLine={{ stroke: 'var(--border)' }}
      interval="preserveStartEnd"
      minTickGap={32}
    />,
    <YAxis key="y" width={36} tick={tick} tickLine={false} axisLine={false} tickFormatter={format} allowDecimals={false} />,
    <Tooltip key="tooltip" isAnimationActive={false} cursor={pointer} content={<Hint format={format} />} />,
  ];
  const paint = (index: number) => seriesLook(kind, index, series.length).paint;
  return (
    <ResponsiveContainer width="100%" height="100%">
      {kind === 'line' ? (
        <LineChart data={data} margin={margin} title={caption}>
          {frame}
          {series.map((name, index) => (
            <Line
              key={name}
              dataKey={name}
              type="linear"
              stroke={paint(index)}
              strokeWidth={1.75}
              dot={false}
              activeDot={{ r: 3 }}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      ) : (
        <BarChart data={data} margin={margin} title={caption} barGap={kind === 'overlap' ? '-100%' : 2} barCategoryGap="33%">
          {frame}
          {series.map((name, index) => (
            <Bar
              key={name}
              dataKey={name}
              fill={paint(index)}
              radius={kind === 'stack' ? 0 : 1}
              isAnimationActive={false}
              stackId={kind === 'stack' ? 'all' : undefined}
            />
          ))}
        </BarChart>
      )}
    </ResponsiveContainer>
  );
}
