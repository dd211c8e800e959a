import { useEffect } from 'react';
import { whenIdle } from '#web/lib/when-idle.ts';

function fetchOfflineParts(): void {
  const parts = [import('#web/ui/provider.tsx'), import('#web/ui/menu-panel.tsx'), import('#web/ui/popover-panel.tsx')];
  for (const part of parts) part.catch(() => {});
}

/** Loads ahead what must work when the server is gone: messages, menus, and the choice of a reason. */
export const useOfflineParts = (): void => useEffect(() => whenIdle(fetchOfflineParts), []);
