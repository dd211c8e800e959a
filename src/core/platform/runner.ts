import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from './log.ts';

/**
 * Runs work in the background, from the next turn of the event loop on: neither its time nor its failure shows in a response. Errors
 * are logged; closing aborts the work and waits for it.
 */
export function createRunner(log: Log) {
  const running = new Set<Promise<void>>();
  const ending = new AbortController();
  return {
    start(name: string, work: (signal: AbortSignal) => Promise<void>): void {
      const task: Promise<void> = nextTurn()
        .then(() => work(ending.signal))
        .catch((error: unknown) => log.error({ err: error, work: name }, 'background work failed'))
        .finally(() => void running.delete(task));
      running.add(task);
    },
    /** Resolves when all work is done, including work that it started. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
    async close(): Promise<void> {
      ending.abort(new Error('Earshot is stopping'));
      while (running.size > 0) await Promise.all(running);
    },
  };
}
export type Runner = ReturnType<typeof createRunner>;
