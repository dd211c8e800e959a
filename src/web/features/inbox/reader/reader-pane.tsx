import { memo, Suspense, type ReactNode, useEffect, useEffectEvent } from 'react';
import { dropReads, call, pathOf } from '#web/lib/api.ts';
import { PartBoundary } from '#web/ui/boundary.tsx';
import { PendingMark } from '#web/ui/lazy.tsx';
import { EmptyState, PageSkeleton } from '#web/ui/states.tsx';
import { texts } from '../texts.ts';
import { useSWRConfig } from 'swr';
import type { CallInput, Route } from '#shared/route.ts';

/** A read that the reader will make. */
export interface Read<R extends Route = Route> {
  route: R;
  input: CallInput<R>;
}

/** Long enough that holding `j` down doesn't load every item on the way. */
const settleMs = 120;
/** Which neighbors are ready, those ahead first. */
const neighbors = [1, 2, 3, -1, -2, -3];

/** Loads what the reader needs for the items before and after the open one, so that stepping never shows an empty pane. */
function usePrefetch<T extends { id: string }>(items: readonly T[], openId: string | null, readsOf: (item: T) => Read[]): void {
  const { cache, mutate } = useSWRConfig();
  const prefetch = useEffectEvent((around: string | null, count: number) => {
    const at = items.findIndex(({ id }) => id === around);
    if (at < 0 || count < 2) return;
    for (const item of neighbors.map((by) => items[at + by]))
      for (const { route, input } of item ? readsOf(item) : []) {
        const key = pathOf(route, input);
        // A failed prefetch is ignored: the reader asks again and shows the error.
        if (cache.get(key)?.data === undefined)
          call(route, input).then(
            (data) => mutate(key, data, { revalidate: false }),
            () => undefined,
          );
      }
  });
  const count = items.length;
  useEffect(() => {
    const timer = setTimeout(() => prefetch(openId, count), settleMs);
    return () => clearTimeout(timer);
  }, [openId, count]);
}

export const NothingOpen = () => <EmptyState className="flex-1">{texts.nothingOpen}</EmptyState>;

export type ReadsOf<T> = (item: T) => Read[];

const readPrefixes = ['/posts/', '/leads/'];

interface ReaderPaneProps<T> {
  items: readonly T[];
  openId: string;
  /** It stays as it is for now. */
  isSteady: boolean;
  noun: string;
  readsOf: ReadsOf<T>;
  /** It follows one that was dealt with. */
  slidesIn: boolean;
  /** Something was asked of the reader. */
  isAwaited: boolean;
  /** What to do then. */
  onLoaded: (() => void) | undefined;
  children: ReactNode;
}

/** Acts once what is beside it has loaded. */
function Then({ act }: { act: () => void }) {
  const run = useEffectEvent(act);
  useEffect(() => run(), []);
  return null;
}

function Pane<T extends { id: string }>({ items, openId, noun, readsOf, slidesIn, isAwaited, onLoaded, children }: ReaderPaneProps<T>) {
  usePrefetch(items, openId, readsOf);
  return (
    <div className="flex min-h-0 min-w-0 flex-col overflow-x-clip">
      <PartBoundary
        of={items.find(({ id }) => id === openId) ?? openId}
        text={texts.itemCrashed(noun)}
        onRetry={() => dropReads(readPrefixes)}
        className="flex-1"
      >
        <Suspense
          fallback={
            <div className="p-8 max-md:p-4">
              <PageSkeleton />
              {isAwaited ? <PendingMark /> : null}
            </div>
          }
        >
          <div key={slidesIn ? openId : ''} className={slidesIn ? 'flex min-h-0 flex-1 animate-arrive flex-col' : 'contents'}>
            {children}
          </div>
          {onLoaded ? <Then act={onLoaded} /> : null}
        </Suspense>
      </PartBoundary>
    </div>
  );
}

/** Placeholder for the reader, which is loaded after the list. An item that crashes it leaves the list as it is. */
export const ReaderPane = memo(Pane, (_, { isSteady }) => isSteady) as typeof Pane;
