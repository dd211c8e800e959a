import { setTimeout as wait } from 'node:timers/promises';
import { AppError, messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Db } from './connect.ts';
import { listPending } from './migrate.ts';
import { tryInstanceLock, tryServerLock } from './postgres-lock.ts';
import { openSession, type Session } from './postgres-session.ts';

export const channel = 'earshot';
const retryMs = 500;

export interface LinkDeps {
  url: string;
  db: Db;
  log: Log;
  /** Of this server. */
  number: number;
  onMessage: (payload: string) => void;
  onCut: () => void;
  /** Called when the session is back; messages may have been missed. */
  onBack: () => void;
}

/** Keeps a server from using a database whose tables are being changed or replaced. */
function createPause({ db, log }: Pick<LinkDeps, 'db' | 'log'>) {
  let isPaused = false;
  return {
    async pause(): Promise<void> {
      if (isPaused) return;
      isPaused = true;
      log.error('the database is being migrated, copied, or restored; this server waits');
      await db.destroy();
    },
    /** Throws `conflict` if a newer version has migrated the database. */
    async resume(): Promise<void> {
      if (isPaused) db.initialize();
      isPaused = false;
      await listPending(db);
    },
  };
}

interface Trying extends Pick<LinkDeps, 'db' | 'log'> {
  signal: AbortSignal;
}

async function keepTrying(reconnect: () => Promise<void>, { db, log, signal }: Trying): Promise<void> {
  while (!signal.aborted) {
    try {
      return await reconnect();
    } catch (error) {
      if (error instanceof AppError && error.code === 'conflict') {
        log.fatal(`${messageOf(error)} This server no longer uses the database.`);
        return await db.destroy();
      }
      log.debug({ err: error }, 'the connection to the other servers is not back yet');
    }
    await wait(retryMs * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
  }
}

async function join(session: Session, number: number, signal: AbortSignal): Promise<void> {
  // PostgreSQL may not have noticed yet that the previous session has ended.
  while (!(await tryServerLock(session, number))) await wait(retryMs, undefined, { signal });
  await session.query(`listen ${channel}`);
}

/** A server's session, which holds its locks and listens to the other servers. It is opened again when it ends. */
export function createLink({ url, db, log, number, onMessage, onCut, onBack }: LinkDeps) {
  let session: Session | null = null;
  const { pause, resume } = createPause({ db, log });
  let trying: Promise<void> = Promise.resolve();
  const closing = new AbortController();

  async function reconnect(): Promise<void> {
    const next = await openSession(url, { onEnd: lost, onMessage });
    try {
      if (!(await tryInstanceLock(next, 'shared'))) {
        await pause();
        throw new AppError('unavailable', 'The database is being changed');
      }
      await resume();
      await join(next, number, closing.signal);
    } catch (error) {
      await next.end();
      throw error;
    }
    session = next;
    log.info('the connection to the other servers is back');
    onBack();
  }

  function lost(): void {
    if (session === null || closing.signal.aborted) return;
    session = null;
    log.warn('the connection to the other servers was cut');
    onCut();
    trying = keepTrying(reconnect, { db, log, signal: closing.signal });
  }

  return {
    /** Null while it is being opened again. */
    current: () => session,
    /** Opens it; `prepare` takes the shared lock. */
    async start<T>(prepare: (first: Session) => Promise<T>): Promise<T> {
      const first = await openSession(url, { onEnd: lost, onMessage });
      try {
        const prepared = await prepare(first);
        await join(first, number, closing.signal);
        session = first;
        return prepared;
      } catch (error) {
        await first.end();
        throw error;
      }
    },
    async close(): Promise<void> {
      closing.abort();
      await trying;
      await session?.end();
      session = null;
    },
  };
}
export type Link = ReturnType<typeof createLink>;
