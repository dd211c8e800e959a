import { useCallback, useLayoutEffect, useMemo, useRef, useState, useEffect, useEffectEvent, type ReactNode } from 'react';
import { fullNumber } from '#web/lib/format.ts';
import { useMinute } from '#web/lib/time-ago.tsx';
import { useCan } from '#web/lib/session.tsx';
import { t } from '#web/lib/language.ts';
import { Boundary, PartBoundary } from '#web/ui/boundary.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { VirtualList, fetchList } from '#web/ui/virtual-list.tsx';
import { groupRows, type Grouping, type Row } from './groups.ts';
import { BrokenRow, InboxRow, type RowView } from './inbox-row.tsx';
import { texts } from '../texts.ts';
import { pageSize, type Selection } from './items.ts';
import type { Listing } from './use-listing.ts';
import { ArrowUp } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { maxCounted } from '#shared/common.ts';
import { ErrorState, ListSkeleton } from '#web/ui/states.tsx';

/** Remembered by URL, to restore the position when the user comes back. */
const scrollOffsets = new Map<string, number>();
const nearTop = 40;

/** What is listed, and how. */
export interface ItemList<T extends { id: string }> {
  title: string;
  /** Singular name of an item, such as "post". */
  noun: string;
  /** "38 leads", for the list's name and footer. `isMore`: at least that many. */
  countLabel: (count: number, isMore: boolean) => string;
  /** Identifies the list whose scroll offset is remembered. */
  scrollKey: string;
  listing: Listing<T>;
  grouping: Grouping<T>;
  viewOf: (item: T) => RowView;
  hrefOf: (item: T) => string;
  onHold: (isHeld: boolean) => void;
  /** Shown where there is nothing. */
  empty: ReactNode;
}

interface InboxListProps<T extends { id: string }> {
  list: ItemList<T>;
  items: readonly T[];
  /** Rows of one line. */
  isDense: boolean;
  activeId: string | null;
  selection: Selection<T>;
  onOpen: (id: string, options: { replace: boolean }) => void;
}

export function InboxList<T extends { id: string }>(props: InboxListProps<T>) {
  const { listing, empty, countLabel } = props.list;
  const { items } = props;
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
      <PartBoundary of={items} text={texts.listCrashed} onRetry={() => void listing.refresh()} className="flex-1">
        <Rows {...props} label={count} />
      </PartBoundary>
      <ListFoot label={count} isLoading={listing.isLoadingMore} />
    </>
  );
}

/** `label`: the list's accessible name, such as "38 leads". */
function Rows<T extends { id: string }>({
  list,
  label,
  items,
  isDense,
  activeId,
  selection,
  onOpen,
}: InboxListProps<T> & { label: string }) {
  const { noun, scrollKey, listing, grouping, viewOf, hrefOf, onHold } = list;
  const now = useMinute();
  const rows = useMemo(() => groupRows(items, grouping, now), [items, grouping, now]);
  // Whoever comes back finds the list where they left it.
  const [restoredId, setRestoredId] = useState(() => (scrollOffsets.has(scrollKey) ? activeId : null));
  if (restoredId !== null && restoredId !== activeId) setRestoredId(null);
  const activeIndex = activeId === null || restoredId !== null ? null : rows.findIndex((row) => row.key === activeId);
  const box = useRef<HTMLDivElement>(null);
  const isFresh = useFresh(items, scrollKey);
  const findScroller = useCallback(() => box.current?.querySelector('ul') ?? null, []);

  useLayoutEffect(() => {
    const scroller = findScroller();
    if (scroller) scroller.scrollTop = scrollOffsets.get(scrollKey) ?? 0;
  }, [scrollKey, findScroller]);

  // Only one row is a Tab stop, so that elements after the list stay within reach; arrow keys move through the rows.
  const stop = items.some(({ id }) => id === activeId) ? activeId : items[0]?.id;
  // The same functions as long as the list is shown, so that a row whose content stays isn't rendered again.
  const latest = useRef({ onOpen, selection });
  useLayoutEffect(() => {
    latest.current = { onOpen, selection };
  });
  const open = useCallback((id: string) => latest.current.onOpen(id, { replace: false }), []);
  const toggle = useCallback((id: string, range: boolean) => latest.current.selection.toggle(id, range), []);
  const renderRow = (entry: Row<T>) => {
    if (entry.kind === 'heading') {
      return (
        <p className="flex h-8 items-center gap-1.5 border-b border-line bg-surface px-4 text-12 font-medium text-muted">
          {entry.label}
          {/* The last group may continue on pages that aren't loaded yet. */}
          {entry.isLast && listing.hasMore ? null : <span className="font-normal tabular-nums">{fullNumber(entry.count)}</span>}
        </p>
      );
    }
    const { item } = entry;
    const place = {
      to: hrefOf(item),
      isOpen: item.id === activeId,
      isStop: item.id === stop,
      onOpen: open,
    };
    return (
      <Boundary of={item} renderFallback={() => <BrokenRow {...place} id={item.id} noun={noun} />}>
        <InboxRow
          {...place}
          // Called by the row, so that an item that can't be shown breaks no other.
          viewOf={() => viewOf(item)}
          isDense={isDense}
          isSelected={selection.ids.has(item.id)}
          isSelecting={selection.chosen.length > 0}
          isFresh={isFresh(item.id)}
          onToggle={toggle}
        />
      </Boundary>
    );
  };
  return (
    <div
      ref={box}
      className="relative flex min-h-0 flex-1 flex-col"
      onScrollCapture={(event) => {
        const offset = (event.target as HTMLElement).scrollTop;
        scrollOffsets.set(scrollKey, offset);
        onHold(offset > nearTop);
      }}
    >
      <ArrivalsPill
        count={listing.waiting}
        onShow={() => {
          findScroller()?.scrollTo({ top: 0 });
          void listing.refresh();
        }}
      />
      <VirtualList
        key={isDense ? 'dense' : ''}
        label={label}
        items={rows}
        itemKey={({ key }) => key}
        rowHeight={isDense ? 37 : 98}
        activeIndex={activeIndex}
        total={listing.total}
        onEnd={listing.hasMore && !listing.isLoadingMore ? listing.loadMore : undefined}
        className="flex-1"
      >
        {renderRow}
      </VirtualList>
      <p aria-live="polite" className="sr-only">
        {listing.waiting > 0 ? texts.arrived(listing.waiting) : ''}
      </p>
    </div>
  );
}

/** Rows that arrived after the list was opened slide in. */
function useFresh(items: readonly { id: string }[], scrollKey: string): (id: string) => boolean {
  const [known, setKnown] = useState({ scrollKey, ids: new Set(items.slice(0, 50).map(({ id }) => id)) });
  if (known.scrollKey !== scrollKey) setKnown({ scrollKey, ids: new Set(items.map(({ id }) => id)) });
  return (id) =>
    known.scrollKey === scrollKey && known.ids.size > 0 && !known.ids.has(id) && items.findIndex((item) => item.id === id) < 50;
}

const changingKeys: [keys: string[], label: string][] = [
  [['x'], t('dismiss')],
  [['r'], t('reply')],
];

function ListFoot({ label, isLoading }: { label: string; isLoading: boolean }) {
  const { work } = useCan();
  const hints: readonly [keys: string[], label: string][] = [
    [['j', 'k'], t('move')],
    ...(work ? changingKeys : []),
    [['?'], t('all keys')],
  ];
  return (
    <footer className="flex h-9 flex-none items-center gap-3 overflow-hidden border-t px-4 text-12 whitespace-nowrap text-muted max-md:hidden">
      <span className="mr-auto inline-flex items-center gap-2 tabular-nums">
        {label}
        {isLoading ? <Spinner className="size-3.5" /> : null}
      </span>
      {hints.map(([keys, hint], index) => (
        <span
          key={hint}
          className={index > 0 && index < 3 ? 'inline-flex items-center gap-1 lg:max-xl:hidden' : 'inline-flex items-center gap-1'}
        >
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          {hint}
        </span>
      ))}
    </footer>
  );
}

/** New items while the user has scrolled down. Nothing moves until they click. */
function ArrivalsPill({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null;
  return (
    <div className="pointer-events-none absolute inset-x-0 top-2 z-10 flex justify-center">
      <Button size="sm" icon={ArrowUp} className="pointer-events-auto animate-rise rounded-full! px-3! shadow-float" onClick={onShow}>
        {texts.waiting(count, pageSize)}
        <span className="sr-only">. {texts.showWaiting}</span>
      </Button>
    </div>
  );
}
