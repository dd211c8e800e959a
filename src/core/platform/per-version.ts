/** What is made from a part of the configuration. */
export interface PerVersion<T> {
  /** Made once, and again after that part has changed. */
  current(): T;
  /** Ends all that were made: work in progress may still use an earlier one. */
  close(end: (made: T) => Promise<void>): Promise<void>;
}

/** `read` returns the same object until something in it changes, as the sections of a `LiveConfig` do. */
export function perVersion<S extends object, T>(read: () => S, make: (section: S) => T): PerVersion<T> {
  const all: T[] = [];
  let last: { section: S; made: T } | null = null;
  return {
    current() {
      const section = read();
      if (last?.section !== section) {
        last = { section, made: make(section) };
        all.push(last.made);
      }
      return last.made;
    },
    async close(end) {
      await Promise.all(all.map(end));
    },
  };
}
