import { cx } from './class-names.ts';

interface BarProps {
  /** What it measures, for screen readers. */
  label: string;
  max?: number;
  tone?: 'primary' | 'warn' | 'bad' | 'muted';
  className?: string;
}

/** Work that goes on: so much of so much is done. Null where nobody knows how much is left. */
export function Progress({ label, value, max = 100, tone = 'primary', className }: BarProps & { value: number | null }) {
  return <progress aria-label={label} value={value ?? undefined} max={max} data-tone={tone} className={cx('bar', className)} />;
}

/** A quantity against its limit, at rest. */
export function Meter({ label, value, max = 100, tone = 'primary', className }: BarProps & { value: number }) {
  return (
    <meter
      aria-label={label}
      aria-valuetext={`${value} of ${max}`}
      value={value}
      max={max}
      data-tone={tone}
      className={cx('bar', className)}
    >
      {value} of {max}
    </meter>
  );
}
