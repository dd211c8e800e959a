import type { Log } from './log.ts';

/** The other servers on the same database. Only PostgreSQL has any. */
export interface Peers {
  /** Of this server; null where it is the only one, and for commands. */
  number: number | null;
  /** Numbers of the running servers, this one included. */
  listRunning(): Promise<number[]>;
  /**
   * Waits until no other server has the turn with this name; the returned function ends it. Without the turn if the signal aborts.
   * Within this server, callers take turns themselves.
   */
  takeTurn(name: string, signal?: AbortSignal): Promise<() => Promise<void>>;
}

const nothing = async (): Promise<void> => undefined;

/** For the only server. */
export const noPeers: Peers = { number: null, listRunning: async () => [], takeTurn: async () => nothing };

/** Does the work while this server has the turn with this name. */
export async function inTurn<T>(
  { takeTurn }: Pick<Peers, 'takeTurn'>,
  { name, signal }: { name: string; signal?: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const endTurn = await takeTurn(name, signal);
  try {
    return await work();
  } finally {
    await endTurn();
  }
}

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
