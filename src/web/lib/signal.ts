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
