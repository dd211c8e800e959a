import { type ReactNode, useState } from 'react';
import { t } from '#web/lib/language.ts';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';

export interface Column<T> {
  key: string;
  header: ReactNode;
  render: (row: T) => ReactNode;
  /** Numbers: aligned right, tabular figures. */
  figures?: boolean;
  /** Hidden below 1024 px. */
  optional?: boolean;
}

interface TableProps<T> {
  /** Accessible name of the table and of its scroll region. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  className?: string;
}

/** Scrolls in its own container when it is too wide. For thousands of rows, use VirtualList. */
export function Table<T>({ caption, columns, rows, rowKey, className }: TableProps<T>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className={cx('overflow-x-auto', className)}>
      <table className="w-full border-separate border-spacing-0 text-13">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, header, figures, optional }) => (
              <th
                key={key}
                scope="col"
                className={cx(
                  'h-8 border-b px-3 text-left text-12 font-medium whitespace-nowrap text-muted first:pl-0 last:pr-0',
                  figures && 'text-right',
                  optional && 'max-lg:hidden',
                )}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="group hover:*:bg-hover">
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={cx(
                    'h-10 border-b border-line px-3 py-1 align-middle group-last:border-b-transparent first:pl-0 last:pr-0',
                    column.figures && 'text-right whitespace-nowrap tabular-nums',
                    column.optional && 'max-lg:hidden',
                  )}
                >
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A screen-reader-only column header. The positioned wrapper is needed: without it, the absolutely positioned text would widen the page. */
export function HiddenHeader({ children }: { children: ReactNode }) {
  return (
    <span className="relative block">
      <span className="sr-only">{children}</span>
    </span>
  );
}

const texts = { newer: t('Newer'), older: t('Older'), pages: t('Pages') };

/** Page position in a cursor-paged list. Call `reset` when the filters change. */
export function usePager() {
  const [cursors, setCursors] = useState<string[]>([]);
  return {
    cursor: cursors.at(-1),
    isFirst: cursors.length === 0,
    older: (cursor: string) => setCursors([...cursors, cursor]),
    newer: () => setCursors(cursors.slice(0, -1)),
    reset: () => setCursors([]),
  };
}

interface PagerProps {
  pager: ReturnType<typeof usePager>;
  nextCursor: string | null;
}

export function Pager({ pager, nextCursor }: PagerProps) {
  if (pager.isFirst && nextCursor === null) return null;
  return (
    <nav aria-label={texts.pages} className="mt-4 flex justify-end gap-2">
      <Button variant="outline" disabled={pager.isFirst} onClick={pager.newer}>
        {texts.newer}
      </Button>
      <Button variant="outline" disabled={nextCursor === null} onClick={() => nextCursor !== null && pager.older(nextCursor)}>
        {texts.older}
      </Button>
    </nav>
  );
}
