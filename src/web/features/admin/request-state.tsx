import type { ReactNode } from 'react';
import type { SWRResponse } from 'swr';
import type { ApiError } from '#web/lib/api.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { TableSkeleton } from '#web/ui/skeleton.tsx';
import { adminTexts } from './texts.ts';

interface LoadedProps<T> {
  answer: SWRResponse<T, ApiError>;
  columns?: number;
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Renders the loading, error, empty, or loaded state of a request. */
export function Loaded<T>({ answer, columns = 4, isEmpty, empty, children }: LoadedProps<T>) {
  const { data, error, mutate, isValidating } = answer;
  if (data !== undefined) return isEmpty?.(data) ? <EmptyState>{empty}</EmptyState> : children(data);
  if (!error) return <TableSkeleton columns={columns} />;
  return (
    <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
      {adminTexts.failed} {error.message}
    </ErrorState>
  );
}
