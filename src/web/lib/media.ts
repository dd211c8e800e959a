import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query currently matches. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Narrower than 768 px, the mobile breakpoint. */
export const useIsMobile = (): boolean => useMedia('(width < 768px)');

/** Below this width, the reader replaces the list instead of standing beside it. */
export const useIsNarrow = (): boolean => useMedia('(width < 1024px)');
