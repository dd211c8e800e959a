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
  return () => void guards.splice(guards.indexOf(guard), 1);
}

export const activeGuard = (): UnsavedGuard | undefined => guards.at(-1);

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
