/** A clock that only moves when told to, or when somebody sleeps on it. */
export function createClock(start: number = Date.UTC(2026, 10, 20, 12)) {
  let time = start;
  const naps: number[] = [];
  return {
    now: () => time,
    /** Takes no real time: the clock jumps to the end of the nap. */
    sleep: async (ms: number, signal?: AbortSignal): Promise<void> => {
      signal?.throwIfAborted();
      naps.push(ms);
      time += ms;
      await Promise.resolve();
    },
    advance(ms: number) {
      time += ms;
    },
    /** Every nap taken, in ms. */
    naps,
  };
}
