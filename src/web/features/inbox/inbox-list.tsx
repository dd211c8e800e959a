import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useMinute } from '#web/lib/minute.ts';
import { Kbd } from '#web/ui/kbd.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { VirtualList } from '#web/ui/virtual-list.tsx';
import { ArrivalsPill } from './arrivals.tsx';
import { groupRows, type Grouping, type Row } from './groups.ts';
import { InboxRow, type RowView } from './inbox-row.tsx';
import type { Selection } from './selection.ts';
import { texts } from './texts.ts';
import type { Listing } from './use-listing.ts';

/** Where each list was left, by its address, so that coming back finds the same place. */
const places = new Map<string, number>();
const nearTop = 40;

interface InboxListProps<T extends { id: string }> {
  /** Says what the list holds, such as "38 leads". */
  label: string;
  /** Tells lists apart for the memory of their place. */
  place: string;
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
  const { label, place, listing, items, grouping, viewOf, hrefOf, activeId, selection, onOpen, onHold } = props;
  const now = useMinute();
  const rows = useMemo(() => groupRows(items, grouping, now), [items, grouping, now]);
  // Only the keyboard scrolls: rows that arrive above the active one must not drag the list along.
  const [followed, setFollowed] = useState<{ id: string | null; index: number | null }>(() => ({
    id: places.has(place) ? activeId : null,
    index: null,
  }));
  if (followed.id !== activeId)
    setFollowed({ id: activeId, index: activeId === null ? null : rows.findIndex((row) => row.key === activeId) });
  const box = useRef<HTMLDivElement>(null);
  const isFresh = useFresh(items, place);
  const findScroller = useCallback(() => box.current?.querySelector('ul') ?? null, []);

  useLayoutEffect(() => {
    const scroller = findScroller();
    if (scroller) scroller.scrollTop = places.get(place) ?? 0;
  }, [place, findScroller]);

  // One row is a stop of the Tab key, so that what follows the list stays within reach; arrows and letters go through the rows.
  const stop = items.some(({ id }) => id === activeId) ? activeId : items[0]?.id;
  const row = (entry: Row<T>) => {
    if (entry.kind === 'heading') {
      return <p className="flex h-8 items-center border-b border-line bg-surface px-4 text-12 font-medium text-muted">{entry.words}</p>;
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
        places.set(place, offset);
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
        activeIndex={followed.index}
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

/** Tells which rows have come since the list was opened: they slide in. */
function useFresh(items: readonly { id: string }[], place: string): (id: string) => boolean {
  const [known, setKnown] = useState({ place, ids: new Set(items.slice(0, 50).map(({ id }) => id)) });
  if (known.place !== place) setKnown({ place, ids: new Set(items.map(({ id }) => id)) });
  return (id) => known.place === place && known.ids.size > 0 && !known.ids.has(id) && items.findIndex((item) => item.id === id) < 50;
}

export function ListFoot({ words, isLoading }: { words: string; isLoading: boolean }) {
  const hints: readonly [keys: string[], words: string][] = [
    [['j', 'k'], 'move'],
    [['x'], 'dismiss'],
    [['r'], 'reply'],
    [['?'], 'all keys'],
  ];
  return (
    <footer className="flex h-9 flex-none items-center gap-3 overflow-hidden border-t px-4 text-12 whitespace-nowrap text-muted max-md:hidden">
      <span className="mr-auto inline-flex items-center gap-2 tabular-nums">
        {words}
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
