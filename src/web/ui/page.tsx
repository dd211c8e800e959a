import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

/** The layout of every page inside the app shell. */
export function Page({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx('mx-auto w-full max-w-page px-8 pt-8 pb-16 max-md:px-4 max-md:pt-5 max-md:pb-12', className)}>{children}</div>;
}

interface PageHeaderProps {
  title: ReactNode;
  /** Shown after the title. */
  badge?: ReactNode;
  /** The summary sentence with its figures. */
  lead?: ReactNode;
  /** Buttons; at most one of them is filled. */
  actions?: ReactNode;
}

export function PageHeader({ title, badge, lead, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-start gap-4">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-28 font-semibold tracking-[-.02em] text-balance wrap-anywhere max-md:text-[1.5rem] max-md:leading-8">
            {title}
          </h1>
          {badge}
        </div>
        {lead ? <p className="mt-1 max-w-[76ch] text-muted">{lead}</p> : null}
      </div>
      {actions ? <div className="ml-auto flex flex-wrap gap-2 max-md:ml-0 max-md:w-full">{actions}</div> : null}
    </header>
  );
}

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
