/** Opens something on first use, and closes it only if it was opened. */
export function lazily<T>(load: () => Promise<T>) {
  let opened: Promise<T> | null = null;
  return {
    open: (): Promise<T> => (opened ??= load()),
    close: async (end: (value: T) => Promise<void>): Promise<void> => {
      if (opened) await end(await opened);
    },
  };
}
