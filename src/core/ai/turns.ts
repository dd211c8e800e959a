/** Runs at most `max` calls at once. Waiting calls start in order within a user, and users alternate. */
export function createTurns(max: number) {
  let running = 0;
  /** By user; the next one first. */
  const waiting = new Map<string, (() => void)[]>();

  function leaveQueue(user: string, start: () => void): void {
    const left = (waiting.get(user) ?? []).filter((other) => other !== start);
    if (left.length > 0) waiting.set(user, left);
    else waiting.delete(user);
  }

  async function take(user: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (running < max) {
      running += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => {
      leaveQueue(user, resolve);
      reject(signal.reason as Error);
    };
    waiting.set(user, [...(waiting.get(user) ?? []), resolve]);
    signal.addEventListener('abort', leave, { once: true });
    await promise.finally(() => signal.removeEventListener('abort', leave));
  }

  /** Passes the slot directly to the next call, so that no new call can take it. */
  function release(): void {
    const [user, [start, ...others] = []] = waiting.entries().next().value ?? [];
    if (user === undefined || !start) {
      running -= 1;
      return;
    }
    waiting.delete(user);
    if (others.length > 0) waiting.set(user, others);
    start();
  }

  return async <T>({ user, signal }: { user: string; signal: AbortSignal }, work: () => Promise<T>): Promise<T> => {
    await take(user, signal);
    try {
      return await work();
    } finally {
      release();
    }
  };
}
