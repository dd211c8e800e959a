import type { ReactNode } from 'react';
import { dropReads, markStale } from '#web/lib/api.ts';
import { PartBoundary } from '#web/ui/boundary.tsx';

interface PanelProps {
  /** The data that it shows. */
  of: unknown;
  /** Path prefixes of what else it reads. */
  reads?: readonly string[];
  children: ReactNode;
}

/** A panel that can't be shown leaves the rest of the dashboard as it is. */
export function Panel({ of, reads, children }: PanelProps) {
  const readAnew = () => {
    if (reads) dropReads(reads);
    markStale(['/dashboard']);
  };
  return (
    <PartBoundary of={of} onRetry={readAnew}>
      {children}
    </PartBoundary>
  );
}
