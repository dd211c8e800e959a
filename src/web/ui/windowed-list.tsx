import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { cx } from './class-names.ts';
import { listBox, type ListProps } from './list-props.ts';

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

  useEffect(() => {
    if (activeIndex !== null && activeIndex >= 0) virtualizer.scrollToIndex(activeIndex, { align: 'auto' });
  }, [activeIndex, virtualizer]);

  useEffect(() => {
    if (items.length > 0 && lastIndex >= items.length - 1) onEnd?.();
  }, [lastIndex, items.length, onEnd]);

  return (
    <ul
      ref={box}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
      tabIndex={0}
      className={cx(listBox, className)}
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
