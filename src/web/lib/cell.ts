/** A minimal event with listeners. */
export interface Signal<T> {
  send: (value: T) => void;
  /** Returns a function that unsubscribes. */
  listen: (listener: (value: T) => void) => () => void;
}

export function createSignal<T>(): Signal<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    send: (value) => {
      for (const listener of listeners) listener(value);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

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
