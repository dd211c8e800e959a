import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

export interface Column<T> {
  key: string;
  header: ReactNode;
  render: (row: T) => ReactNode;
  /** Numbers: aligned right, tabular figures. */
  figures?: boolean;
  /** Sortable by this key. */
  sortable?: boolean;
  /** Hidden below 1024 px. */
  optional?: boolean;
}

export interface Sort {
  key: string;
  descending: boolean;
}

interface TableProps<T> {
  /** Accessible name of the table and of its scroll region. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  /** Tints rows; the outer cells then get padding. */
  isSelected?: (row: T) => boolean;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  className?: string;
}

interface HeadProps<T> extends Pick<TableProps<T>, 'sort' | 'onSort'> {
  column: Column<T>;
  inset: boolean;
}

function Head<T>({ column, inset, sort, onSort }: HeadProps<T>) {
  const sorted = sort?.key === column.key ? sort : undefined;
  const Arrow = sorted?.descending ? ArrowDown : ArrowUp;
  const order = sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined;
  return (
    <th
      scope="col"
      aria-sort={order}
      className={cx(
        'h-8 border-b px-3 text-left text-12 font-medium whitespace-nowrap text-muted',
        !inset && 'first:pl-0 last:pr-0',
        column.figures && 'text-right',
        column.optional && 'max-lg:hidden',
      )}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          onClick={() => onSort({ key: column.key, descending: sorted ? !sorted.descending : true })}
          className="inline-flex items-center gap-0.5 hover:text-text max-md:min-h-10 max-md:min-w-10"
        >
          {column.header}
          {sorted ? <Arrow aria-hidden className="size-3 stroke-[2.2]" /> : null}
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

/** Scrolls in its own container when it is too wide. For thousands of rows, use VirtualList. */
export function Table<T>({ caption, columns, rows, rowKey, isSelected, sort, onSort, className }: TableProps<T>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className={cx('overflow-x-auto', className)}>
      <table className="w-full border-separate border-spacing-0 text-13">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} inset={isSelected !== undefined} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={cx('group', isSelected?.(row) ? '*:bg-primary-soft' : 'hover:*:bg-hover')}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={cx(
                    'h-10 border-b border-line px-3 py-1 align-middle group-last:border-b-transparent',
                    !isSelected && 'first:pl-0 last:pr-0',
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
