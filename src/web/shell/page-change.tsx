import { useEffect, useRef, useSyncExternalStore, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { pageName } from '#web/lib/page-title.ts';

/** Says the name of a page that has taken the place of another: without a reload no screen reader does. */
export function PageName() {
  const { title, pages } = useSyncExternalStore(pageName.subscribe, pageName.get);
  return (
    <p aria-live="polite" className="sr-only">
      {pages > 1 ? title : ''}
    </p>
  );
}

/** Where what had the focus went away with its page, the Tab key goes on from the new one and not from the top of the window. */
export function useFocusAfterChange(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const seen = useRef(pathname);
  useEffect(() => {
    const isNew = seen.current !== pathname;
    seen.current = pathname;
    if (isNew && document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}
