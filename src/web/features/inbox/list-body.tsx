import { maxCounted } from '#shared/common.ts';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { fetchList } from '#web/ui/virtual-list.tsx';
import type { Grouping } from './groups.ts';
import { InboxList, ListFoot } from './inbox-list.tsx';
import type { RowView } from './inbox-row.tsx';
import type { useSelection } from './selection.ts';
import { texts } from './texts.ts';
import type { Listing } from './use-listing.ts';

interface ListBodyProps<T extends { id: string }> {
  listing: Listing<T>;
  items: readonly T[];
  empty: ReactNode;
  countLabel: (count: number, isMore: boolean) => string;
  scrollKey: string;
  grouping: Grouping<T>;
  viewOf: (item: T) => RowView;
  hrefOf: (item: T) => string;
  activeId: string | null;
  selection: ReturnType<typeof useSelection<T>>;
  onOpen: (id: string, options: { replace: boolean }) => void;
  onHold: (isHeld: boolean) => void;
}

export function ListBody<T extends { id: string }>({
  listing,
  items,
  empty,
  countLabel,
  activeId,
  selection,
  onOpen,
  ...rest
}: ListBodyProps<T>) {
  useEffect(fetchList, []);
  // Whoever handles a page faster than the next one loads hasn't reached the end.
  const needsMore = items.length === 0 && listing.hasMore;
  const fetchMore = useEffectEvent(listing.loadMore);
  useEffect(() => {
    if (needsMore && !listing.isLoadingMore) fetchMore();
  }, [needsMore, listing.isLoadingMore]);
  if (listing.items === undefined) {
    if (!listing.error) return <ListSkeleton rows={8} />;
    return (
      <ErrorState onRetry={() => void listing.refresh()} className="flex-1">
        {texts.listFailed} {listing.error.message}
      </ErrorState>
    );
  }
  if (needsMore) return <ListSkeleton rows={8} />;
  if (items.length === 0) return empty;
  const isLonger = listing.total === null && listing.hasMore;
  const count = countLabel(listing.total ?? Math.max(items.length, isLonger ? maxCounted : 0), isLonger);
  return (
    <>
      <InboxList
        label={count}
        scrollKey={rest.scrollKey}
        listing={listing}
        items={items}
        grouping={rest.grouping}
        viewOf={rest.viewOf}
        hrefOf={rest.hrefOf}
        activeId={activeId}
        selection={selection}
        onOpen={(id) => onOpen(id, { replace: false })}
        onHold={rest.onHold}
      />
      <ListFoot label={count} isLoading={listing.isLoadingMore} />
    </>
  );
}
