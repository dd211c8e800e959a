import { t } from '#web/lib/language.ts';
import { cx } from './class-names.ts';

/** A placeholder block in the shape of the content. */
export function Skeleton({ className, strong = false }: { className?: string; strong?: boolean }) {
  return <span aria-hidden className={cx('block rounded-sm', strong ? 'bg-border' : 'bg-sunken', className)} />;
}

const titleWidths = ['w-[72%]', 'w-[88%]', 'w-[60%]', 'w-[80%]'];

/** Conversation rows: score, title, reason, facts. */
export function ListSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div aria-busy="true">
      <output className="sr-only">{t('Loading')}</output>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-3 border-b border-line px-4 py-2.5">
          <Skeleton strong className="h-6 w-8" />
          <div>
            <Skeleton strong className={cx('h-3', titleWidths[row % titleWidths.length])} />
            <Skeleton className="mt-2.5 h-3 w-1/2" />
            <Skeleton className="mt-2 h-2.5 w-1/3" />
          </div>
        </div>
      ))}
    </div>
  );
}

export function TableSkeleton({ rows = 5, columns = 4 }: { rows?: number; columns?: number }) {
  return (
    <div aria-busy="true">
      <output className="sr-only">{t('Loading')}</output>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-10 items-center gap-6 border-b border-line">
          {Array.from({ length: columns }, (_cell, column) => (
            <Skeleton key={column} strong={column === 0} className={cx('h-3', column === 0 ? 'flex-[3]' : 'flex-1')} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** A page header with sections below, for pages that load as a whole. */
export function PageSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-10">
      <output className="sr-only">{t('Loading')}</output>
      <div>
        <Skeleton strong className="h-7 w-64 max-w-full" />
        <Skeleton className="mt-3 h-4 w-96 max-w-full" />
      </div>
      <SectionSkeleton sections={2} />
    </div>
  );
}

export function SectionSkeleton({ sections }: { sections: number }) {
  return (
    <div className="flex flex-col gap-10 max-md:gap-8">
      {Array.from({ length: sections }, (_, section) => (
        <div key={section} className="flex flex-col gap-3">
          <Skeleton strong className="h-4 w-32" />
          <Skeleton className="h-3 w-full" />
          <Skeleton className="h-3 w-5/6" />
          <Skeleton className="h-3 w-2/3" />
        </div>
      ))}
    </div>
  );
}
