import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sqlite3 from 'sqlite3';
import { AppError } from '../errors.ts';
import { folderFailure } from './failure.ts';
import { createPrivate } from './soundness.ts';

export interface InstanceLock {
  release(): Promise<void>;
}

const openLockFile = (path: string): Promise<sqlite3.Database> =>
  new Promise((resolve, reject) => {
    const file = new sqlite3.Database(path, (error) => (error ? reject(error) : resolve(file)));
  });

/**
 * Ensures one server per data folder, or servers on PostgreSQL only. Uses SQLite's lock on a file next to the database: an
 * operating system lock, which always ends with the process. Throws `conflict` if it is taken.
 */
export async function takeInstanceLock(dataDir: string, { isShared = false } = {}): Promise<InstanceLock> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'instance.lock');
  createPrivate(path);
  const file = await openLockFile(path);
  const run = (sql: string) => new Promise<void>((resolve, reject) => file.exec(sql, (error) => (error ? reject(error) : resolve())));
  const close = () => new Promise<void>((resolve) => file.close(() => resolve()));
  try {
    await run('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY');
    // Reading takes SQLite's shared lock.
    await run(isShared ? 'BEGIN; SELECT count(*) FROM sqlite_master' : 'BEGIN EXCLUSIVE');
  } catch (error) {
    await close();
    if (error instanceof Error && error.message.includes('SQLITE_BUSY')) {
      throw new AppError('conflict', `Another Earshot is running on ${dataDir}. Stop it first, or set another folder (dataDir).`, {
        cause: error,
      });
    }
    throw folderFailure(dataDir, error) ?? error;
  }
  return { release: close };
}
