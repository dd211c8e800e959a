import { CircleAlert, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ApiError } from '#web/lib/failure.ts';
import { t } from '#web/lib/language.ts';
import { Button } from './button.tsx';
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

interface EmptyStateProps {
  /** One sentence: what is missing, and when or how it gets here. */
  children: ReactNode;
  /** One button. */
  action?: ReactNode;
  /** A link to the help about it. */
  help?: ReactNode;
  className?: string;
}

export function EmptyState({ children, action, help, className }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center justify-center gap-3 px-6 py-10 text-center', className)}>
      <svg
        aria-hidden
        viewBox="0 0 72 40"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        className="h-10 w-18 text-control"
      >
        <path d="M4 36h2M12 36h2M20 36h2M28 36h2M36 36h2M44 36h2M52 36h2M60 36h2" />
        <path d="M22 26a14 14 0 0 1 28 0M29 26a7 7 0 0 1 14 0M36 26h.01" opacity=".8" />
      </svg>
      <p className="max-w-[36ch] text-soft-text">{children}</p>
      {action}
      {help}
    </div>
  );
}

interface ErrorStateProps {
  /** What failed and why, as a sentence. */
  children: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  /** Another action, beside Retry. */
  action?: ReactNode;
  className?: string;
}

export function ErrorState({ children, onRetry, retrying = false, action, className }: ErrorStateProps) {
  return (
    <div role="alert" className={cx('flex flex-col items-center justify-center gap-3 px-6 py-10 text-center', className)}>
      <CircleAlert aria-hidden className="size-5 text-bad" />
      <div className="max-w-[44ch] text-soft-text">{children}</div>
      <div className="flex flex-wrap justify-center gap-2">
        {onRetry ? (
          <Button variant="outline" icon={RefreshCw} busy={retrying} onClick={onRetry}>
            {t('Retry')}
          </Button>
        ) : null}
        {action}
      </div>
    </div>
  );
}

/** Of `useApi`. */
export interface Answer<T> {
  data: T | undefined;
  error: ApiError | undefined;
  mutate: () => unknown;
  isValidating: boolean;
}

/** Two answers as one, which is there when both are. */
export const both = <A, B>(one: Answer<A>, other: Answer<B>): Answer<readonly [A, B]> => ({
  data: one.data === undefined || other.data === undefined ? undefined : [one.data, other.data],
  error: one.error ?? other.error,
  mutate: () => Promise.all([one.mutate(), other.mutate()]),
  isValidating: one.isValidating || other.isValidating,
});

interface LoadedProps<T> {
  answer: Answer<T>;
  /** What couldn't be loaded, as a sentence. */
  failed?: string;
  /** Whether the reason follows. */
  withReason?: boolean;
  /** Said instead where it doesn't exist. */
  missing?: string;
  /** Another way on, beside Retry. */
  action?: ReactNode;
  /** Shown while it loads. */
  skeleton?: ReactNode;
  /** Shown instead of a list without items. */
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}

const hasNone = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items) && data.items.length === 0;

/** The four states of what the server sends: loading, failed, empty, and there. */
export function Loaded<T>({
  answer,
  failed = pageFailed,
  withReason = true,
  missing,
  action,
  skeleton = tableSkeleton,
  empty,
  children,
}: LoadedProps<T>) {
  const { data, error, mutate, isValidating } = answer;
  if (data !== undefined) return empty !== undefined && hasNone(data) ? empty : children(data);
  if (!error) return skeleton;
  const isMissing = missing !== undefined && error.code === 'not_found';
  return (
    <ErrorState onRetry={isMissing ? undefined : () => void mutate()} retrying={isValidating} action={action}>
      {isMissing ? missing : withReason ? `${failed} ${error.message}`.trim() : failed}
    </ErrorState>
  );
}

const tableSkeleton = <TableSkeleton />;
const pageFailed = t("Couldn't load this page.");
