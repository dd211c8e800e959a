/** A clock that moves only when set or slept on. */
export function createClock(start: number = Date.UTC(2026, 10, 20, 12)) {
  let time = start;
  const naps: number[] = [];
  return {
    now: () => time,
    /** Takes no real time: the clock jumps to the end. */
    sleep: async (ms: number, signal?: AbortSignal): Promise<void> => {
      signal?.throwIfAborted();
      naps.push(ms);
      time += ms;
      await Promise.resolve();
    },
    advance(ms: number) {
      time += ms;
    },
    /** Every sleep, in ms. */
    naps,
  };
}
