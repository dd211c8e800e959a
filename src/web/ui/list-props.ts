import type { ReactNode } from 'react';

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

/** The scroll container. */
export const listBox =
  'relative min-h-0 overflow-y-auto -outline-offset-2 [scrollbar-color:var(--border)_transparent] [scrollbar-width:thin]';
