import { LoaderCircle } from 'lucide-react';
import { t } from '#web/lib/language.ts';
import { cx } from './class-names.ts';

/** Decorative: put text beside it that names what is loading. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cx('animate-turn', className)} />;
}

/** Placeholder for a page or pane while it loads. */
export function LoadingPane({ label = t('Loading') }: { label?: string }) {
  return (
    <div aria-busy="true" className="grid min-h-60 place-items-center text-muted">
      <Spinner className="size-5" />
      <output className="sr-only">{label}</output>
    </div>
  );
}
