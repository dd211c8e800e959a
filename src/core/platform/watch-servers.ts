import type { Log } from './log.ts';
import type { Peers } from './peers.ts';

interface WatchOptions {
  peers: Peers;
  log: Log;
  /** Continues the work of servers that aren't among these. */
  takeOver(running: readonly number[]): Promise<void>;
  everyMs?: number;
}

const defaultEveryMs = 5_000;

/**
 * Notices servers that ended without finishing their work. One that was missing once may only have lost its connection, so it must
 * be missing twice. Returns a function that stops watching.
 */
export function watchServers({ peers, log, takeOver, everyMs = defaultEveryMs }: WatchOptions): () => Promise<void> {
  const { number } = peers;
  if (number === null) return async () => undefined;
  let before: readonly number[] | null = null;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const running = await peers.listRunning();
    // Without its own connection, others may have lost theirs too.
    const isComplete = number !== null && running.includes(number);
    if (isComplete && before !== null) await takeOver([...new Set([...before, ...running])]);
    before = isComplete ? running : null;
  }

  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: unknown) => {
      before = null;
      log.warn({ err: error }, 'the work of other servers could not be looked at');
    });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
