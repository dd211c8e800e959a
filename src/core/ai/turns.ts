/** Lets so many run at once; the rest wait in order. */
export function createTurns(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (running < most) {
      running += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => {
      waiting.splice(waiting.indexOf(resolve), 1);
      reject(signal.reason as Error);
    };
    waiting.push(resolve);
    signal.addEventListener('abort', leave, { once: true });
    await promise.finally(() => signal.removeEventListener('abort', leave));
  }

  /** The turn is handed to whoever waits longest, so nobody can come in between. */
  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    await take(signal);
    try {
      return await work();
    } finally {
      release();
    }
  };
}
