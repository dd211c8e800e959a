import { lazy, Suspense, type ComponentType } from 'react';
import { cx } from './class-names.ts';
import type { ListProps } from './windowed-list.tsx';

/** The scroll container. */
const listBox = 'relative min-h-0 overflow-y-auto -outline-offset-2 [scrollbar-color:var(--border)_transparent] [scrollbar-width:thin]';

/** About as many as a large screen shows. */
const firstRows = 20;

const load = async () => ({ default: (await import('./windowed-list.tsx')).WindowedList as ComponentType<ListProps<unknown>> });
const Windowed = lazy(load);

/** Loads it while the data is loading. A failure is shown where the list renders. */
export const fetchList = (): void => void load().catch(() => {});

/** A virtual list: rows of any height, only visible ones are rendered. Give it a height. The first rows render before the library is loaded. */
export function VirtualList<T>(props: ListProps<T>) {
  return (
    <Suspense fallback={<FirstRows {...props} />}>
      <Windowed {...(props as ListProps<unknown>)} className={cx(listBox, props.className)} />
    </Suspense>
  );
}

function FirstRows<T>({ label, items, itemKey, children, total, className }: ListProps<T>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
    <ul aria-label={label} tabIndex={0} className={cx(listBox, className)}>
      {items.slice(0, firstRows).map((item, index) => (
        <li key={itemKey(item, index)} aria-setsize={total ?? items.length} aria-posinset={index + 1}>
          {children(item, index)}
        </li>
      ))}
    </ul>
  );
}
