import { CircleCheck, Info, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

const looks = {
  info: { icon: Info, ground: 'bg-sunken', tone: 'text-soft-text' },
  good: { icon: CircleCheck, ground: 'bg-good-soft', tone: 'text-good' },
  warn: { icon: TriangleAlert, ground: 'bg-warn-soft', tone: 'text-warn' },
  bad: { icon: OctagonAlert, ground: 'bg-bad-soft', tone: 'text-bad' },
};

interface NoteProps {
  tone?: keyof typeof looks;
  /** A button or link at the end. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A notice inside a page about what follows it. */
export function Note({ tone = 'info', action, className, children }: NoteProps) {
  const { icon: Icon, ground, tone: signTone } = looks[tone];
  return (
    <div role="note" className={cx('flex gap-2 rounded-md px-3 py-2.5 text-13', ground, className)}>
      <Icon aria-hidden className={cx('mt-0.5', signTone)} />
      <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
      {action ? <div className="-my-1 flex flex-none items-center">{action}</div> : null}
    </div>
  );
}
