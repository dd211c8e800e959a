import { Suspense } from 'react';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import type { BulkBarProps } from './bulk-bar.tsx';

export const KeysHelp = lazyDialog(async () => (await import('./keys-dialog.tsx')).KeysDialog);

const { Part, fetch: fetchBulkBar } = lazyPart(async () => (await import('./bulk-bar.tsx')).BulkBar);
export { fetchBulkBar };

/** Keeps the height of the bar while it loads. */
export const BulkBar = (props: BulkBarProps) => (
  <Suspense fallback={<div className="h-bar flex-none border-b bg-primary-soft max-md:h-14" />}>
    <Part {...props} />
  </Suspense>
);
