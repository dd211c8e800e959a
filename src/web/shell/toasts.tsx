import { lazy, Suspense, useState } from 'react';
import { useToasterStore } from 'react-hot-toast/headless';
import { ToastRegion } from '#web/ui/toast-region.tsx';

// The provider of the parts holds the toaster and the tooltips of its buttons.
const Toaster = lazy(async () => {
  const { UiProvider } = await import('#web/ui/provider.tsx');
  return { default: () => <UiProvider>{null}</UiProvider> };
});

/** The toasts, fetched when the first one comes. They stay from then on: their going would take our ear for the next one along. */
export function Toasts() {
  const { toasts } = useToasterStore();
  const [isWanted, setWanted] = useState(false);
  if (toasts.length > 0 && !isWanted) setWanted(true);
  return (
    <ToastRegion isEmpty={toasts.length === 0}>
      {isWanted ? (
        <Suspense>
          <Toaster />
        </Suspense>
      ) : null}
    </ToastRegion>
  );
}
