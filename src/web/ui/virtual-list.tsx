import { lazy, Suspense, type ComponentType } from 'react';
import { cx } from './class-names.ts';
import { listBox, type ListProps } from './list-props.ts';

/** As many as a large screen shows. */
const firstRows = 20;

const load = async () => ({ default: (await import('./windowed-list.tsx')).WindowedList as ComponentType<ListProps<unknown>> });
const Windowed = lazy(load);

/** Fetches it while the rows are on their way. A failure is told where they are shown. */
export const fetchList = (): void => void load().catch(() => {});

/** Any number of rows of any height; only those in view exist. Give it a height. The first rows are there before the rest can be reckoned. */
export function VirtualList<T>(props: ListProps<T>) {
  return (
    <Suspense fallback={<FirstRows {...props} />}>
      <Windowed {...(props as ListProps<unknown>)} />
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
