import { createSignal } from './signal.ts';

/** A value outside React, readable with `useSyncExternalStore`. */
export interface Cell<T> {
  get: () => T;
  set: (next: T) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createCell<T>(first: T): Cell<T> {
  let value = first;
  const changed = createSignal<void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      changed.send();
    },
    subscribe: changed.listen,
  };
}
