import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

interface SectionHeadingProps {
  /** Heading level by nesting; the appearance stays the same. */
  level?: 2 | 3;
  id?: string;
  /** A link, legend or small button on the right. */
  aside?: ReactNode;
  /** Omits the line below, where a table header or tabs follow. */
  bare?: boolean;
  children: ReactNode;
}

/** A heading with a thin line below. */
export function SectionHeading({ level = 2, id, aside, bare = false, children }: SectionHeadingProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className={cx('flex min-h-8 flex-wrap items-center gap-x-2', bare ? '' : 'border-b pb-2')}>
      <Heading id={id} className="flex-none text-14 font-semibold tracking-[-.003em]">
        {children}
      </Heading>
      {aside ? <div className="ml-auto flex min-w-0 items-center gap-2 text-13 text-muted">{aside}</div> : null}
    </div>
  );
}

interface SectionProps extends Omit<SectionHeadingProps, 'children'> {
  title: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A part of a page under its heading. */
export function Section({ title, className, children, ...heading }: SectionProps) {
  return (
    <section className={cx('min-w-0', className)}>
      <SectionHeading {...heading}>{title}</SectionHeading>
      {children}
    </section>
  );
}
