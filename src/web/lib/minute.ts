import { useSyncExternalStore } from 'react';

const step = 15_000;
/** Rounded up: rounded down, what has just happened would seem to lie ahead. */
const currentStep = () => Math.ceil(Date.now() / step) * step;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, step);
  return () => clearInterval(timer);
}

/** The time in milliseconds, in steps of a quarter minute, so that "3 min ago" stays true on an open page. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, currentStep);
}
