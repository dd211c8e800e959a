import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

/** Shapes differ, not only colors: circle, diamond, square, ring, small circle. */
const shapes = {
  good: 'size-2 rounded-full bg-good-mark',
  warn: 'size-2 rotate-45 rounded-xs bg-warn-mark',
  bad: 'size-2 rounded-[1px] bg-bad-mark',
  off: 'size-2 rounded-full inset-ring-[1.5px] inset-ring-control',
  new: 'size-1.5 rounded-full bg-primary',
};
export type DotTone = keyof typeof shapes;

/** The shape alone; put a label beside it. */
export function Dot({ tone, className }: { tone: DotTone; className?: string }) {
  return <span aria-hidden className={cx('inline-block flex-none', shapes[tone], className)} />;
}

const textColors: Record<DotTone, string> = { good: '', warn: 'text-warn', bad: 'text-bad', off: '', new: '' };

/** A state as a shape and a label. `colored` also colors the label, for tables. */
export function Status({ tone, colored = false, children }: { tone: DotTone; colored?: boolean; children: ReactNode }) {
  return (
    <span className={cx('inline-flex items-center gap-2 whitespace-nowrap', colored && textColors[tone])}>
      <Dot tone={tone} />
      {children}
    </span>
  );
}
