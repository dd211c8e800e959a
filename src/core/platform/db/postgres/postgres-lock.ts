import { migrations } from '#migrations/index.ts';
import { AppError } from '../../errors.ts';
import type { Db } from '../connect.ts';
import type { RawConnection } from 'knex/lib/dialects/postgres/index.js';

/** Any numbers that no other program uses for advisory locks in the same database. */
const instanceLock = 7_345_124;
const turnLocks = 7_345_126;

/** One connection of each server has its number in its name, and lasts as long as the server. */
export const nameOf = (server: number): string => `earshot server ${server}`;

/** PostgreSQL ends a connection that is silent for so long, so that the locks of a server that is suspended, or whose host is gone, pass on. */
const silentMs = 60_000;

const isHeld = ({ rows: [row] }: { rows: Record<string, unknown>[] }): boolean => row?.['held'] === 1;

const lockedOut = 'The database is being migrated, copied, or restored. Try again when that has finished.';
export const isLockedOut = (error: unknown): boolean => error instanceof AppError && error.message === lockedOut;

/**
 * Each connection of a server holds the lock in a way that excludes commands. While one has the database, or once a newer version has
 * changed the tables, none can be opened.
 */
export async function shareLock(connection: RawConnection): Promise<void> {
  await connection.query(`set idle_session_timeout = ${silentMs}`);
  if (!isHeld(await connection.query(`select pg_try_advisory_lock_shared(${instanceLock}) as held`)))
    throw new AppError('unavailable', lockedOut, { retryAfter: 5 });
  const { rows } = await connection.query('select max(name) as newest from knex_migrations');
  const newest = String(rows[0]?.['newest']);
  if (newest > (migrations.at(-1)?.name ?? ''))
    throw new AppError('unavailable', `A newer version of Earshot changed this database (${newest}). Upgrade Earshot.`);
}

/** The lock of whoever changes or replaces tables, on a connection of its own; null if servers or other commands use the database. */
export async function lockAlone(db: Db): Promise<RawConnection | null> {
  const connection = await (db.client as { acquireRawConnection(): Promise<RawConnection> }).acquireRawConnection();
  try {
    if (isHeld(await connection.query(`select pg_try_advisory_lock(${instanceLock}) as held`))) return connection;
  } catch (error) {
    await connection.end();
    throw error;
  }
  await connection.end();
  return null;
}

/** Takes a turn by name; one server has it at a time. The connection must be the same for both. */
export const tryTurn = async (db: Db, name: string): Promise<boolean> => {
  const [row] = await db.raw<{ held: number }[]>('select pg_try_advisory_lock(?, hashtext(?)) as held', [turnLocks, name]);
  return row?.held === 1;
};

export async function releaseTurn(db: Db, name: string): Promise<void> {
  await db.raw('select pg_advisory_unlock(?, hashtext(?))', [turnLocks, name]);
}

/** Numbers of the servers that are running. */
export async function listServers(db: Db): Promise<number[]> {
  const names = await db
    .from('pg_stat_activity')
    .whereRaw('datname = current_database()')
    .where('application_name', 'like', `${nameOf(0).slice(0, -1)}%`)
    .distinct()
    .limit(1000)
    .pluck<string[]>('application_name');
  return names.map((name) => Number(name.split(' ').at(-1)));
}

export const countServers = async (db: Db): Promise<number> => (await listServers(db)).length;

/** Why an exclusive lock can't be taken. */
export async function heldBy(db: Db): Promise<AppError> {
  const servers = await countServers(db);
  if (servers === 0)
    return new AppError('conflict', 'Another Earshot is migrating, copying, or restoring this database. Try again when it has finished.');
  const who = servers === 1 ? 'A server uses this database. Stop it' : `${servers} servers use this database. Stop them`;
  return new AppError('conflict', `${who} first, or set another database (database.url).`);
}
