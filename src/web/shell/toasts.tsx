import { lazy, Suspense } from 'react';
import { useToasterStore } from 'react-hot-toast/headless';

// The provider of the parts holds the toaster and the tooltips of its buttons.
const Toaster = lazy(async () => {
  const { UiProvider } = await import('#web/ui/provider.tsx');
  return { default: () => <UiProvider>{null}</UiProvider> };
});

/** The place for toasts, fetched when the first one comes. */
export function Toasts() {
  const { toasts } = useToasterStore();
  return toasts.length > 0 ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
