import { LoaderCircle } from 'lucide-react';
import { cx } from './class-names.ts';

/** A turning ring beside words that already say what is going on. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cx('animate-turn', className)} />;
}

/** Stands in for a whole page or pane while it loads. */
export function LoadingPane({ label = 'Loading' }: { label?: string }) {
  return (
    <div aria-busy="true" className="grid min-h-60 place-items-center text-muted">
      <Spinner className="size-5" />
      <output className="sr-only">{label}</output>
    </div>
  );
}
