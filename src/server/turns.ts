/**
 * Runs a few of each user's requests at a time; the user's others wait in line. Lists share the reading connections, so a user who
 * sends many at once would otherwise delay everyone else's.
 */
export function createTurns(perUser: number) {
  const running = new Map<string, number>();
  const lines = new Map<string, (() => void)[]>();

  function leave(userId: string): void {
    const line = lines.get(userId);
    const next = line?.shift();
    if (line?.length === 0) lines.delete(userId);
    if (next) {
      next();
      return;
    }
    const left = (running.get(userId) ?? 1) - 1;
    if (left > 0) running.set(userId, left);
    else running.delete(userId);
  }

  /** A place in line passes to the next one, so newcomers can't overtake. */
  function enter(userId: string): Promise<void> | undefined {
    const now = running.get(userId) ?? 0;
    if (now >= perUser) {
      const line = lines.get(userId) ?? [];
      lines.set(userId, line);
      return new Promise<void>((start) => void line.push(start));
    }
    running.set(userId, now + 1);
    return undefined;
  }

  return async function inTurn<T>(userId: string, work: () => T | Promise<T>): Promise<T> {
    await enter(userId);
    try {
      return await work();
    } finally {
      leave(userId);
    }
  };
}
export type Turns = ReturnType<typeof createTurns>;
