import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';

export interface ListProps<T> {
  label: string;
  items: readonly T[];
  itemKey: (item: T, index: number) => string;
  /** Pixels; an estimate is enough, rows are measured. */
  rowHeight: number;
  children: (item: T, index: number) => ReactNode;
  /** Index of the row kept in view, for lists with keyboard navigation. */
  activeIndex?: number | null;
  /** Called when the end scrolls into view, to load more. */
  onEnd?: () => void;
  /** The total, where more can be loaded. */
  total?: number | null;
  className?: string;
}

/** The active row as it was rendered last. */
interface Followed {
  key: string | null;
  index: number | null;
  isVisible: boolean;
  /** How often another row became active. */
  moves: number;
}

/** A virtual list: rows of any height, only visible ones are rendered. Give it a height. */
export function WindowedList<T>({ label, items, itemKey, rowHeight, children, activeIndex = null, onEnd, total, className }: ListProps<T>) {
  const box = useRef<HTMLUListElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- we do not run the React compiler
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : itemKey(item, index);
    },
  });
  const rows = virtualizer.getVirtualItems();
  const lastIndex = rows.at(-1)?.index ?? -1;

  const active = activeIndex === null ? undefined : items[activeIndex];
  const activeKey = active === undefined || activeIndex === null ? null : itemKey(active, activeIndex);
  const last = useRef<Followed>({ key: null, index: null, isVisible: false, moves: 0 });
  useEffect(() => {
    if (activeIndex === null || activeKey === null) return;
    const { key, index, isVisible, moves } = last.current;
    const isMove = key !== activeKey;
    // Rows that arrive may push the first row down, but not one that the user moved to and still sees.
    const isFollowed = isMove || (index !== activeIndex && isVisible && moves > 1);
    if (isFollowed) virtualizer.scrollToIndex(activeIndex, { align: 'auto' });
    const isInSight = isFollowed || isInView(box.current, rows[activeIndex - (rows[0]?.index ?? 0)]);
    last.current = { key: activeKey, index: activeIndex, isVisible: isInSight, moves: isMove ? moves + 1 : moves };
  });

  useEffect(() => {
    if (items.length > 0 && lastIndex >= items.length - 1) onEnd?.();
  }, [lastIndex, items.length, onEnd]);

  return (
    <ul
      ref={box}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
      tabIndex={0}
      className={className}
    >
      <li aria-hidden role="presentation" style={{ height: virtualizer.getTotalSize() }} />
      {rows.map((row) => {
        const item = items[row.index];
        return item === undefined ? null : (
          <li
            key={row.key}
            ref={virtualizer.measureElement}
            data-index={row.index}
            aria-setsize={total ?? items.length}
            aria-posinset={row.index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${row.start}px)` }}
          >
            {children(item, row.index)}
          </li>
        );
      })}
    </ul>
  );
}

const isInView = (box: HTMLElement | null, row: { start: number; end: number } | undefined): boolean =>
  box !== null && row !== undefined && row.end > box.scrollTop && row.start < box.scrollTop + box.clientHeight;
