import { stat } from 'node:fs/promises';

export interface DatabaseSizes {
  /** Bytes of the database itself. */
  database: number;
  /** Bytes of what is written and not yet put into it (SQLite's write-ahead log). It only shrinks while nobody reads. */
  log: number;
}

/** With a log of this many bytes something reads without an end, and each write gets slower. */
export const longLogBytes = 512 * 1024 * 1024;

const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(() => null))?.size ?? 0;

/** Both are 0 for a database in memory. */
export const databaseSizes = async (file: string): Promise<DatabaseSizes> => ({
  database: await sizeOf(file),
  log: await sizeOf(`${file}-wal`),
});
