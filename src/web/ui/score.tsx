import { t } from '#web/lib/language.ts';
import { cx } from './class-names.ts';

const looks = {
  none: 'font-medium text-muted',
  low: 'font-medium text-soft-text inset-ring inset-ring-border',
  good: 'font-semibold bg-primary-soft text-primary',
  hot: 'font-semibold bg-primary text-primary-foreground',
};
export const strongFrom = 80;
export const possibleFrom = 60;
export type ScoreBand = keyof typeof looks;

/** By measured precision: most strong matches are leads, possible ones need a look. */
export function scoreBand(value: number | null): ScoreBand {
  if (value === null) return 'none';
  if (value >= strongFrom) return 'hot';
  return value >= possibleFrom ? 'good' : 'low';
}

const sizes = { default: 'h-6 w-8 rounded-sm text-13 leading-none', lg: 'h-9 w-12 rounded-md text-20 leading-none' };

/** `value`: 0 to 100, or null when not scored yet. */
export function Score({ value, size = 'default' }: { value: number | null; size?: keyof typeof sizes }) {
  const label = value === null ? t('Not scored yet') : t('Score {value} of 100', { value });
  return (
    <span
      title={label}
      className={cx('inline-grid flex-none place-items-center tracking-[-.01em] tabular-nums', sizes[size], looks[scoreBand(value)])}
    >
      <span aria-hidden>{value ?? '–'}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
