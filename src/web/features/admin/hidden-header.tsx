import type { ReactNode } from 'react';

/** The head of a column that needs none on screen. Without the box around it a wide table would widen the page: what is absolute is not clipped by a box that is not its own. */
export function HiddenHeader({ children }: { children: ReactNode }) {
  return (
    <span className="relative block">
      <span className="sr-only">{children}</span>
    </span>
  );
}
