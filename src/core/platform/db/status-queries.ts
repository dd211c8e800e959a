import { stat } from 'node:fs/promises';
import { isPostgres } from '#migrations/engine.ts';
import type { Db } from './connect.ts';
import { countServers } from './postgres/postgres-lock.ts';

export interface DatabaseSizes {
  /** Bytes of the database file. */
  database: number;
  /** Bytes of SQLite's write-ahead log. It only shrinks while there are no readers. */
  log: number;
}

/** A larger log means that a reader never finishes, which makes every write slower. */
export const longLogBytes = 512 * 1024 * 1024;

const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(() => null))?.size ?? 0;

/** Both are 0 for an in-memory database. */
export const databaseSizes = async (file: string): Promise<DatabaseSizes> => ({
  database: await sizeOf(file),
  log: await sizeOf(`${file}-wal`),
});

export async function canRead(db: Db): Promise<boolean> {
  return (await db('write_turn').select('turn').first()) !== undefined;
}

/** Test write. Throws if the disk is full or read-only. */
export async function tryWrite(db: Db): Promise<void> {
  await db('write_turn').update({ turn: db.raw(isPostgres(db) ? 'turn' : 'turn + 1') });
}

/** Changes when another connection, hence another process, has written; not with own writes. */
export async function dataVersion(db: Db): Promise<number> {
  if (isPostgres(db)) return (await db('write_turn').first('turn'))?.turn ?? 0;
  const [row] = await db.raw<{ data_version: number }[]>('PRAGMA data_version');
  return row?.data_version ?? 0;
}

/** Empty for an in-memory database. */
async function databaseFileOf(db: Db): Promise<string> {
  const [row] = await db.raw<{ file: string }[]>('PRAGMA database_list');
  return row?.file ?? '';
}

/** Size of the database in bytes, including pages that are still in the log. */
export async function databaseBytes(db: Db): Promise<number> {
  const [row] = await db.raw<{ bytes: number }[]>(
    isPostgres(db)
      ? 'select pg_database_size(current_database()) as bytes'
      : 'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()',
  );
  return row?.bytes ?? 0;
}

/** PostgreSQL's log belongs to the server, not to the database. */
export async function readSizes(db: Db): Promise<DatabaseSizes> {
  return isPostgres(db) ? { database: await databaseBytes(db), log: 0 } : databaseSizes(await databaseFileOf(db));
}

/** How many servers use the database. SQLite has one. */
export const countRunning = (db: Db): Promise<number> => (isPostgres(db) ? countServers(db) : Promise.resolve(1));
