import { ArrowDown, ArrowUp } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { cx } from './class-names.ts';

export interface Fact {
  name: string;
  value: ReactNode;
}

/** A list of names and values. */
export function Facts({ facts, className }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={cx('grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-13', className)}>
      {facts.map(({ name, value }) => (
        <Fragment key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

export interface Figure {
  value: ReactNode;
  label: string;
  /** A Delta or a word after the label. */
  aside?: ReactNode;
  /** Exact value or sample size, shown on hover. */
  title?: string;
}

/** Two to four large figures side by side; four wrap into two rows when space is tight. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  const isTriple = figures.length === 3;
  return (
    <div className="@container">
      <dl className={cx('flex flex-wrap gap-y-5 @max-lg:grid', isTriple ? '@max-lg:grid-cols-3' : '@max-lg:grid-cols-2')}>
        {figures.map(({ value, label, aside, title }) => (
          <div
            key={label}
            title={title}
            className={cx(
              'flex min-w-0 flex-1 flex-col-reverse justify-end border-l border-line px-6 first:border-l-0 first:pl-0',
              isTriple ? '@max-lg:px-3' : '@max-lg:px-4 @max-lg:odd:border-l-0 @max-lg:odd:pl-0',
            )}
          >
            <dt className="text-13 text-muted">
              {label}
              {aside ? <span className="ml-1">{aside}</span> : null}
            </dt>
            <dd className="text-28 font-semibold tracking-[-.02em] tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface DeltaProps {
  /** Above 0 up, below 0 down, 0 no change. */
  value: number;
  /** The formatted amount, such as "18%"; defaults to the number. */
  children?: ReactNode;
  /** Only where up is clearly better or worse; otherwise it stays neutral. */
  meaning?: 'better' | 'worse';
}

export function Delta({ value, children, meaning }: DeltaProps) {
  if (value === 0) return <span className="text-12 text-muted">–</span>;
  const Icon = value > 0 ? ArrowUp : ArrowDown;
  const tone = meaning === 'better' ? 'text-good' : meaning === 'worse' ? 'text-bad' : 'text-muted';
  return (
    <span className={cx('inline-flex items-center gap-0.5 text-12 tabular-nums', tone)}>
      <Icon aria-hidden className="size-3 stroke-[2.2]" />
      <span className="sr-only">{value > 0 ? 'up' : 'down'} </span>
      {children ?? Math.abs(value)}
      {meaning ? <span className="sr-only">, {meaning}</span> : null}
    </span>
  );
}
