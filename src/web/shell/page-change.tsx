import { useEffect, useRef, useSyncExternalStore, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { pageName } from '#web/lib/page-title.ts';

/** Announces the new page's name: without a reload, screen readers don't. */
export function PageName() {
  const { title, pages } = useSyncExternalStore(pageName.subscribe, pageName.get);
  return (
    <p aria-live="polite" className="sr-only">
      {pages > 1 ? title : ''}
    </p>
  );
}

/** If the focused element went away with its page, Tab continues from the new page, not from the top of the window. */
export function useFocusAfterChange(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const seen = useRef(pathname);
  useEffect(() => {
    const isNew = seen.current !== pathname;
    seen.current = pathname;
    if (isNew && document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}
