import type { Log } from '#core/platform/log.ts';

/** Work after the response, so that neither its time nor its failure reveals who has an account. */
export function createLateWork(log: Log) {
  const underway = new Set<Promise<void>>();
  return {
    /** `what` says in the log what failed. */
    later(what: string, run: () => Promise<void>): void {
      const work: Promise<void> = new Promise<void>((resolve) => setImmediate(resolve))
        .then(run)
        .catch((error: unknown) => log.error({ err: error }, what))
        .finally(() => underway.delete(work));
      underway.add(work);
    },
    /** Resolves once everything underway is done. */
    async settle(): Promise<void> {
      await Promise.all(underway);
    },
  };
}
export type LateWork = ReturnType<typeof createLateWork>;
