import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

interface EmptyStateProps {
  /** One sentence: what is missing, and when or how it gets here. */
  children: ReactNode;
  /** One button. */
  action?: ReactNode;
  /** A link to the help about it. */
  help?: ReactNode;
  className?: string;
}

export function EmptyState({ children, action, help, className }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center justify-center gap-3 px-6 py-10 text-center', className)}>
      <svg
        aria-hidden
        viewBox="0 0 72 40"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        className="h-10 w-18 text-control"
      >
        <path d="M4 36h2M12 36h2M20 36h2M28 36h2M36 36h2M44 36h2M52 36h2M60 36h2" />
        <path d="M22 26a14 14 0 0 1 28 0M29 26a7 7 0 0 1 14 0M36 26h.01" opacity=".8" />
      </svg>
      <p className="max-w-[36ch] text-soft-text">{children}</p>
      {action}
      {help}
    </div>
  );
}
