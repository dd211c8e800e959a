import { useState } from 'react';
import { useMedia } from '#web/lib/media.ts';
import { readSidebarState, sidebarCookie } from './sidebar-state.ts';

/** A list with a reader beside it runs out of width sooner than other pages. */
const isInbox = (path: string): boolean => /^\/dashboard\/(posts|leads)(\/|$)/.test(path);

/** Whether the sidebar is expanded: as chosen, else by the window's width. */
export function useSidebarOpen(path: string): [boolean, (open: boolean) => void] {
  const [chosen, setChosen] = useState(() => readSidebarState(document.cookie));
  const roomy = useMedia('(width >= 1024px)');
  const wide = useMedia('(width >= 1400px)');
  const choose = (open: boolean) => {
    setChosen(open);
    document.cookie = sidebarCookie(open);
  };
  return [chosen ?? (isInbox(path) ? wide : roomy), choose];
}
