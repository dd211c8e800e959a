import { t } from '#web/lib/language.ts';
import { cx } from './class-names.ts';

interface BarProps {
  /** Accessible name. */
  label: string;
  max?: number;
  tone?: 'primary' | 'warn' | 'bad' | 'muted';
  className?: string;
}

/** A progress bar; null means indeterminate. */
export function Progress({ label, value, max = 100, tone = 'primary', className }: BarProps & { value: number | null }) {
  return <progress aria-label={label} value={value ?? undefined} max={max} data-tone={tone} className={cx('bar', className)} />;
}

const fills = { primary: 'bg-primary', warn: 'bg-warn-mark', bad: 'bg-bad-mark', muted: 'bg-control' };

/** A quantity against its limit. */
export function Meter({ label, value, max = 100, tone = 'primary', className }: BarProps & { value: number }) {
  const share = max > 0 ? Math.min(100, Math.max(0, (value / max) * 100)) : 0;
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers draw the parts of a native meter each in their own way
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={t('{value} of {max}', { value, max })}
      className={cx('h-1 overflow-hidden rounded-xs bg-border', className)}
    >
      <div className={cx('h-full', fills[tone])} style={{ width: `${share}%` }} />
    </div>
  );
}
