import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { t } from '#web/lib/language.ts';

/** Marks the toast container, so that clicking a toast doesn't close an open dialog. */
const toasterAttribute = 'data-toaster';

export function isInToaster(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[${toasterAttribute}]`) !== null;
}

/** Container of the toasts, top right. Mount it once and early: screen readers ignore what a live region contains when it appears. */
export function ToastRegion({ isEmpty, children }: { isEmpty: boolean; children: ReactNode }) {
  return createPortal(
    <section
      {...{ [toasterAttribute]: '' }}
      aria-label={isEmpty ? undefined : t('Notifications')}
      aria-live="polite"
      aria-relevant="additions text"
      className="pointer-events-none fixed top-4 right-4 z-60 flex max-h-[calc(100dvh-2rem)] w-[350px] max-w-[calc(100vw-2rem)] flex-col gap-2"
    >
      {children}
    </section>,
    document.body,
  );
}
