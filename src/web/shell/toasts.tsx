import { lazy, Suspense, useState } from 'react';
import { useToasterStore } from 'react-hot-toast/headless';
import { ToastRegion } from '#web/ui/toast-region.tsx';

// UiProvider contains the toaster and the tooltips of its buttons.
const Toaster = lazy(async () => {
  const { UiProvider } = await import('#web/ui/provider.tsx');
  return { default: () => <UiProvider>{null}</UiProvider> };
});

/** Loaded with the first toast. Stays mounted from then on, because unmounting would unsubscribe from the store. */
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
