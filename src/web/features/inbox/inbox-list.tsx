import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { fullNumber } from '#web/lib/format.ts';
import { useMinute } from '#web/lib/minute.ts';
import { Kbd } from '#web/ui/kbd.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { VirtualList } from '#web/ui/virtual-list.tsx';
import { groupRows, type Grouping, type Row } from './groups.ts';
import { InboxRow, type RowView } from './inbox-row.tsx';
import type { Selection } from './selection.ts';
import { texts } from './texts.ts';
import { type Listing, pageSize } from './use-listing.ts';
import { ArrowUp } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';

/** Remembered by URL, to restore the position when the user comes back. */
const scrollOffsets = new Map<string, number>();
const nearTop = 40;

interface InboxListProps<T extends { id: string }> {
  /** The list's accessible name, such as "38 leads". */
  label: string;
  /** Identifies the list whose scroll offset is remembered. */
  scrollKey: string;
  listing: Listing<T>;
  items: readonly T[];
  grouping: Grouping<T>;
  viewOf: (item: T) => RowView;
  hrefOf: (item: T) => string;
  activeId: string | null;
  selection: Selection<T>;
  onOpen: (id: string) => void;
  onHold: (isHeld: boolean) => void;
}

export function InboxList<T extends { id: string }>(props: InboxListProps<T>) {
  const { label, scrollKey, listing, items, grouping, viewOf, hrefOf, activeId, selection, onOpen, onHold } = props;
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
  const row = (entry: Row<T>) => {
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
    return (
      <InboxRow
        view={viewOf(item)}
        to={hrefOf(item)}
        isOpen={item.id === activeId}
        isStop={item.id === stop}
        isSelected={selection.ids.has(item.id)}
        isSelecting={selection.chosen.length > 0}
        isFresh={isFresh(item.id)}
        onOpen={() => onOpen(item.id)}
        onToggle={(range) => selection.toggle(item.id, range)}
      />
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
        label={label}
        items={rows}
        itemKey={({ key }) => key}
        rowHeight={98}
        activeIndex={activeIndex}
        total={listing.total}
        onEnd={listing.hasMore && !listing.isLoadingMore ? listing.loadMore : undefined}
        className="flex-1"
      >
        {row}
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

export function ListFoot({ label, isLoading }: { label: string; isLoading: boolean }) {
  const hints: readonly [keys: string[], label: string][] = [
    [['j', 'k'], 'move'],
    [['x'], 'dismiss'],
    [['r'], 'reply'],
    [['?'], 'all keys'],
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
