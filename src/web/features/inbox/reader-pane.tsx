import { Suspense, type ReactNode } from 'react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageSkeleton } from '#web/ui/skeleton.tsx';
import { texts } from './texts.ts';
import { usePrefetch, type Read } from './use-prefetch.ts';

export const NothingOpen = () => <EmptyState className="flex-1">{texts.nothingOpen}</EmptyState>;

export type ReadsOf<T> = (item: T) => Read[];

interface ReaderPaneProps<T> {
  items: readonly T[];
  openId: string;
  readsOf: ReadsOf<T>;
  children: ReactNode;
}

/** Placeholder for the reader, which is loaded after the list. */
export function ReaderPane<T extends { id: string }>({ items, openId, readsOf, children }: ReaderPaneProps<T>) {
  usePrefetch(items, openId, readsOf);
  return (
    <div className="flex min-h-0 min-w-0 flex-col">
      <Suspense
        fallback={
          <div className="p-8 max-md:p-4">
            <PageSkeleton />
          </div>
        }
      >
        {children}
      </Suspense>
    </div>
  );
}
