import { CircleAlert, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ApiError } from '#web/lib/failure.ts';
import { t } from '#web/lib/language.ts';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { TableSkeleton } from './skeleton.tsx';

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
