import { type Now, sleep } from './clock.ts';
import type { Db } from './db/connect.ts';
import { listDead, saveDead } from './job-queries.ts';
import type { Log } from './log.ts';
import type { Kind, Queue } from './queue.ts';

interface Deps {
  db: Db;
  now: Now;
  log: Log;
}

interface Line {
  kind: Kind;
  lastKey: string | null;
  running: Promise<void> | null;
  stopping: AbortController;
}

/** Works in this process. What a restart interrupts is due again by its schedule. */
export function createLocalQueue({ db, now, log }: Deps): Queue {
  const lines = new Map<string, Line>();

  async function tryAll({ name, retries, pauseMs, run }: Kind, { signal }: AbortController): Promise<void> {
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        return await run();
      } catch (error) {
        if (retries === 0) log.error({ err: error, work: name }, 'work failed');
        if (retries === 0 || signal.aborted) return;
        if (attempt > retries) return await saveDead(db, { name, attempts: attempt, failed_at: now() });
      }
      await sleep(pauseMs * 2 ** (attempt - 1), signal).catch(() => undefined);
    }
  }

  return {
    async work(kind) {
      const line: Line = { kind, lastKey: null, running: null, stopping: new AbortController() };
      lines.set(kind.name, line);
      return async () => {
        lines.delete(kind.name);
        line.stopping.abort();
        await line.running;
      };
    },
    async enqueue(name, key) {
      const line = lines.get(name);
      if (!line || line.running || line.lastKey === key) return;
      line.lastKey = key;
      line.running = tryAll(line.kind, line.stopping)
        .catch((error: unknown) => log.error({ err: error, work: name }, 'a dead letter was not stored'))
        .finally(() => (line.running = null));
    },
    listDead: () => listDead(db),
    pieces: null,
    close: async () => undefined,
  };
}
