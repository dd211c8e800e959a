import { useSyncExternalStore } from 'react';

const step = 15_000;
/** Rounded up: rounded down, what has just happened would seem to lie ahead. */
const currentStep = () => Math.ceil(Date.now() / step) * step;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all: a long list would otherwise be drawn anew row by row. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((tell) => tell()), step);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time in milliseconds, in steps of a quarter minute, so that "3 min ago" stays true on an open page. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, currentStep);
}
