import { CircleAlert, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';

interface ErrorStateProps {
  /** What failed and why, as a sentence. */
  children: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  /** Another action, beside Retry. */
  action?: ReactNode;
  className?: string;
}

export function ErrorState({ children, onRetry, retrying = false, action, className }: ErrorStateProps) {
  return (
    <div role="alert" className={cx('flex flex-col items-center justify-center gap-3 px-6 py-10 text-center', className)}>
      <CircleAlert aria-hidden className="size-5 text-bad" />
      <div className="max-w-[44ch] text-soft-text">{children}</div>
      <div className="flex flex-wrap justify-center gap-2">
        {onRetry ? (
          <Button variant="outline" icon={RefreshCw} busy={retrying} onClick={onRetry}>
            Retry
          </Button>
        ) : null}
        {action}
      </div>
    </div>
  );
}
