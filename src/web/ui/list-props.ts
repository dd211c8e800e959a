import type { ReactNode } from 'react';

export interface ListProps<T> {
  label: string;
  items: readonly T[];
  itemKey: (item: T, index: number) => string;
  /** Pixels; a guess is enough, rows are measured. */
  rowHeight: number;
  children: (item: T, index: number) => ReactNode;
  /** Kept in view, for lists that the keyboard moves through. */
  activeIndex?: number | null;
  /** Called when the end comes into view, to load more. */
  onEnd?: () => void;
  /** How many there are in all, where more can be loaded. */
  total?: number | null;
  className?: string;
}

/** The box that scrolls. */
export const listBox =
  'relative min-h-0 overflow-y-auto -outline-offset-2 [scrollbar-color:var(--border)_transparent] [scrollbar-width:thin]';
