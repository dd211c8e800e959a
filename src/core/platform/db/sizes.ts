import { stat } from 'node:fs/promises';

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
