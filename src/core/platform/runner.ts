import type { Log } from './log.ts';

/** Work that goes on after its call returned. It survives errors, and closing ends and awaits it. */
export function createRunner(log: Log) {
  const running = new Set<Promise<void>>();
  const ending = new AbortController();
  return {
    start(name: string, work: (signal: AbortSignal) => Promise<void>): void {
      const task: Promise<void> = Promise.resolve()
        .then(() => work(ending.signal))
        .catch((error: unknown) => log.error({ err: error, work: name }, 'background work failed'))
        .finally(() => void running.delete(task));
      running.add(task);
    },
    /** Resolves when everything started so far, and what that started, is done. */
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
