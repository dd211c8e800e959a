import { cx } from './class-names.ts';

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
