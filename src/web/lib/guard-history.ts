import type { UnsavedGuard } from './unsaved-guard.ts';

type Page = Pick<Window, 'history' | 'location' | 'addEventListener'>;

/** The router numbers its history entries; entries made by plain anchor links have no number. */
export function historyIndexOf(state: unknown): number | null {
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : null;
}

/**
 * Asks before Back and Forward discard unsaved changes. The browser has already moved when it reports: we go back at once, hidden
 * from the router, and move again when the user agrees. Call it before the router starts: Chromium calls window listeners in the
 * order they were added, regardless of phase.
 */
export function guardHistory(page: Page, activeGuard: () => UnsavedGuard | undefined): void {
  let phase: 'watching' | 'returning' | 'leaving' = 'watching';
  page.addEventListener('popstate', (event) => {
    const guard = phase === 'watching' ? activeGuard() : undefined;
    if (phase === 'returning') event.stopImmediatePropagation();
    phase = 'watching';
    if (!guard?.leaves(page.location)) return;
    const to = historyIndexOf(event.state);
    const step = guard.entry === null || to === null || to === guard.entry ? -1 : to - guard.entry;
    event.stopImmediatePropagation();
    phase = 'returning';
    page.history.go(-step);
    guard.ask(() => {
      phase = 'leaving';
      page.history.go(step);
    });
  });
}
