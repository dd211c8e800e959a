import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';

/** Somebody with something unsaved on screen. */
export interface Holder {
  /** Asks, and then goes on or does not. */
  ask: (go: () => void) => void;
  /** Whether going there would lose something. */
  leaves: (to: Location) => boolean;
  /** The number of its entry in the history, as the router counts them. */
  entry: number | null;
}

/** The newest last. */
const holders: Holder[] = [];

/** Returns the way to let go. */
export function hold(holder: Holder): () => void {
  holders.push(holder);
  return () => void holders.splice(holders.indexOf(holder), 1);
}

export const findHolder = (): Holder | undefined => holders.at(-1);

/** Goes at once, or after whoever has something unsaved has agreed. For ways that are no links: a guard hears links by itself. */
export function goUnlessHeld(go: () => void): void {
  const holder = findHolder();
  if (holder) holder.ask(go);
  else go();
}

export function useGo(): (path: string) => void {
  const navigate = useNavigate();
  return useCallback((path) => goUnlessHeld(() => void navigate(path)), [navigate]);
}
