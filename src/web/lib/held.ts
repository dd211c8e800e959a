import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';

/** A component with unsaved changes. */
export interface Holder {
  /** Asks the user, and then goes on or stays. */
  ask: (go: () => void) => void;
  /** Whether going there would lose changes. */
  leaves: (to: Location) => boolean;
  /** The index of its history entry, as the router counts them. */
  entry: number | null;
}

/** Newest last. */
const holders: Holder[] = [];

/** Returns a function that releases it. */
export function hold(holder: Holder): () => void {
  holders.push(holder);
  return () => void holders.splice(holders.indexOf(holder), 1);
}

export const findHolder = (): Holder | undefined => holders.at(-1);

/** Goes at once, or after the user agreed to lose the changes. For navigation without a link: the guard catches links by itself. */
export function goUnlessHeld(go: () => void): void {
  const holder = findHolder();
  if (holder) holder.ask(go);
  else go();
}

export function useGo(): (path: string) => void {
  const navigate = useNavigate();
  return useCallback((path) => goUnlessHeld(() => void navigate(path)), [navigate]);
}
