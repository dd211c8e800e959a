import { setTimeout as wait } from 'node:timers/promises';
import { AppError, messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Db } from './connect.ts';
import { listPending } from './migrate.ts';
import { tryInstanceLock, tryServerLock } from './postgres-lock.ts';
import { openSession, type Session } from './postgres-session.ts';

export const channel = 'earshot';
const retryMs = 500;
const aliveMs = 5_000;

export interface LinkDeps {
  url: string;
  db: Db;
  log: Log;
  /** Of this server. */
  number: number;
  onMessage: (payload: string) => void;
  /** Called when the session is back; messages may have been missed. */
  onBack: () => void;
}

/** A server's session, which holds its locks and listens to the other servers. It is opened again when it ends. */
export function createLink({ url, db, log, number, onMessage, onBack }: LinkDeps) {
  let session: Session | null = null;
  let isPaused = false;
  let trying: Promise<void> = Promise.resolve();
  const closing = new AbortController();

  async function join(next: Session): Promise<void> {
    // PostgreSQL may not have noticed yet that the previous session has ended.
    while (!(await tryServerLock(next, number))) await wait(retryMs, undefined, { signal: closing.signal });
    await next.query(`listen ${channel}`);
  }

  /** Until the tables are as they were, nothing may use them. */
  async function pause(): Promise<void> {
    if (isPaused) return;
    isPaused = true;
    log.error('the database is being migrated, copied, or restored; this server waits');
    await db.destroy();
  }

  /** Throws `conflict` if a newer version has migrated the database. */
  async function resume(): Promise<void> {
    if (isPaused) db.initialize();
    isPaused = false;
    await listPending(db);
  }

  async function reconnect(): Promise<void> {
    const next = await openSession(url, { onEnd: lost, onMessage });
    try {
      if (!(await tryInstanceLock(next, 'shared'))) {
        await pause();
        throw new AppError('unavailable', 'The database is being changed');
      }
      await resume();
      await join(next);
    } catch (error) {
      await next.end();
      throw error;
    }
    session = next;
    log.info('the connection to the other servers is back');
    onBack();
  }

  async function keepTrying(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        return await reconnect();
      } catch (error) {
        if (error instanceof AppError && error.code === 'conflict') {
          log.fatal(`${messageOf(error)} This server no longer uses the database.`);
          return await db.destroy();
        }
        log.debug({ err: error }, 'the connection to the other servers is not back yet');
      }
      await wait(retryMs * (0.5 + Math.random()), undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  function lost(): void {
    if (session === null || closing.signal.aborted) return;
    session = null;
    log.warn('the connection to the other servers was cut');
    trying = keepTrying();
  }

  /** Ends a session that no longer responds. */
  async function look(): Promise<void> {
    const current = session;
    try {
      await current?.query('select 1');
    } catch {
      if (session === current) lost();
      await current?.end();
    }
  }
  const alive = setInterval(() => void look(), aliveMs);
  alive.unref();

  return {
    /** Null while it is being opened again. */
    current: () => session,
    /** Opens it; `prepare` takes the shared lock. */
    async start<T>(prepare: (first: Session) => Promise<T>): Promise<T> {
      const first = await openSession(url, { onEnd: lost, onMessage });
      try {
        const prepared = await prepare(first);
        await join(first);
        session = first;
        return prepared;
      } catch (error) {
        await first.end();
        throw error;
      }
    },
    async close(): Promise<void> {
      clearInterval(alive);
      closing.abort();
      await trying;
      await session?.end();
      session = null;
    },
  };
}
export type Link = ReturnType<typeof createLink>;
