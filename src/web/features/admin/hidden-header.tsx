import type { ReactNode } from 'react';

/** A screen-reader-only column header. The positioned wrapper is needed: without it, the absolutely positioned text would widen the page. */
export function HiddenHeader({ children }: { children: ReactNode }) {
  return (
    <span className="relative block">
      <span className="sr-only">{children}</span>
    </span>
  );
}
