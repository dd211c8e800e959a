import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

const tones = {
  neutral: 'bg-sunken text-soft-text',
  primary: 'bg-primary-soft text-primary',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  outline: 'text-muted inset-ring inset-ring-border',
};
export type BadgeTone = keyof typeof tones;

interface BadgeProps {
  tone?: BadgeTone;
  /** A dot before the label, for something in progress. */
  live?: boolean;
  title?: string;
  className?: string;
  children: ReactNode;
}

/** A short label. Its color only repeats the text. */
export function Badge({ tone = 'neutral', live = false, title, className, children }: BadgeProps) {
  return (
    <span
      title={title}
      className={cx(
        'inline-flex h-5 flex-none items-center gap-1 rounded-sm px-1.5 text-12 font-medium whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {live ? <span aria-hidden className="size-1.5 rounded-full bg-current" /> : null}
      {children}
    </span>
  );
}
