import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';

/** A component with unsaved changes. */
export interface UnsavedGuard {
  /** Asks the user, then continues or stays. */
  ask: (go: () => void) => void;
  /** Whether navigating there would lose changes. */
  leaves: (to: Location) => boolean;
  /** The index of its history entry, as the router counts them. */
  entry: number | null;
}

/** Newest last. */
const guards: UnsavedGuard[] = [];

/** Returns a function that releases it. */
export function addGuard(guard: UnsavedGuard): () => void {
  guards.push(guard);
  return () => {
    const at = guards.indexOf(guard);
    if (at >= 0) guards.splice(at, 1);
  };
}

const activeGuard = (): UnsavedGuard | undefined => guards.at(-1);

/**
 * Continues at once, or after the user agreed to lose the changes. For navigation without a link; the guard catches links itself.
 */
export function goUnlessGuarded(go: () => void): void {
  const guard = activeGuard();
  if (guard) guard.ask(go);
  else go();
}

export function useGo(): (path: string) => void {
  const navigate = useNavigate();
  return useCallback((path) => goUnlessGuarded(() => void navigate(path)), [navigate]);
}

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
export function guardHistory(page: Page): void {
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
