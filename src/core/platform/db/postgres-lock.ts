import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Db } from './connect.ts';
import { connectPostgres } from './connect-postgres.ts';
import type { InstanceLock } from './lock.ts';

/** Any number that no other program uses for an advisory lock in the same database. */
const instanceLock = 7_345_124;
const renewMs = 10_000;

/** True if this connection holds the lock; taking it again does nothing. */
async function take(lockDb: Db): Promise<boolean> {
  const [row] = await lockDb.raw<{ held: number }[]>(
    `select exists (select 1 from pg_locks where locktype = 'advisory' and objid = ? and pid = pg_backend_pid() and granted)
       or pg_try_advisory_lock(?) as held`,
    [instanceLock, instanceLock],
  );
  return row?.held === 1;
}

/** Whether a server, or a command that migrates, holds the database. */
export async function isServerRunning(db: Db): Promise<boolean> {
  const [row] = await db.raw<{ held: number }[]>(
    `select exists (select 1 from pg_locks where locktype = 'advisory' and objid = ? and granted
       and database = (select oid from pg_database where datname = current_database())) as held`,
    [instanceLock],
  );
  return row?.held === 1;
}

/**
 * Ensures one server per database. The lock ends with its connection; if another server takes it then, `onLost` is called.
 * Throws `conflict` if it is taken.
 */
export async function takePostgresLock(url: string, { log, onLost }: { log: Log; onLost: () => void }): Promise<InstanceLock> {
  const lockDb = await connectPostgres(url, { keeps: 1 });
  const isHeld = await take(lockDb).catch(async (error: unknown) => {
    await lockDb.destroy();
    throw error;
  });
  if (!isHeld) {
    await lockDb.destroy();
    throw new AppError('conflict', 'Another Earshot uses this database. Stop it first, or set another database (database.url).');
  }
  const renew = async (): Promise<void> => {
    if (await take(lockDb)) return;
    log.error('another Earshot uses this database now; this one stops using it');
    clearInterval(timer);
    onLost();
  };
  const timer = setInterval(
    () => void renew().catch((error: unknown) => log.warn({ err: error }, 'the database lock was not renewed')),
    renewMs,
  );
  timer.unref();
  return {
    async release() {
      clearInterval(timer);
      await lockDb.destroy();
    },
  };
}
