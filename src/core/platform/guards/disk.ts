import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isPostgres } from '#migrations/engine.ts';
import { messageOf } from '../errors.ts';
import type { Db } from '../db/connect.ts';
import { emptyLog } from './queries.ts';
import type { Log } from '../log.ts';

/** With less free space, a write to the database could fail midway. */
const minFreeBytes = 100 * 1024 * 1024;

/** Bytes that may still be written before the disk counts as full; 0 or less if it is. */
export type DiskSpace = () => Promise<number>;

export const diskSpaceOf = (folder: string): DiskSpace =>
  async function diskSpace() {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize - minFreeBytes;
  };

export const diskFullMessage =
  'The server is almost out of disk space, so nothing new can be stored. Ask your administrator to free some space.';

/** File name in the data folder. */
export const reserveFile = 'reserve';
/** A deletion writes every page it changes to the write-ahead log first. */
const reserveBytes = 32 * 1024 * 1024;
const stepBytes = 1024 * 1024;

const fullCodes = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT']);

/** SQLite reports only "disk I/O error" if it can't grow the index of its log. */
function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return fullCodes.has(code) || code === 'SQLITE_IOERR' || isFull(error.cause);
}

export interface DiskReserveDeps {
  folder: string;
  db: Db;
  diskSpace: DiskSpace;
  log: Log;
}

/** Disk space that only deletions may use: SQLite needs free space for them too, so a full disk could never be emptied. */
export function createDiskReserve({ folder, db, diskSpace, log }: DiskReserveDeps) {
  const file = join(folder, reserveFile);

  async function write(): Promise<void> {
    const part = `${file}.part`;
    const handle = await open(part, 'w', 0o600);
    try {
      // Random, because some file systems store zeros without using space.
      const step = randomBytes(stepBytes);
      for (let written = 0; written < reserveBytes; written += stepBytes) await handle.write(step);
    } finally {
      await handle.close();
    }
    await rename(part, file);
  }

  /** False if it was used up before. */
  async function release(): Promise<boolean> {
    const released = await rm(file).then(
      () => true,
      () => false,
    );
    if (!released) return false;
    log.warn('the disk is full; the reserve was released, so that a deletion can go on');
    await emptyLog(db).catch((error: unknown) => log.warn({ err: error }, 'checkpoint failed'));
    return true;
  }

  return {
    /** Creates the reserve unless it exists or there is little space. A database server has its own disk. */
    async keep(): Promise<void> {
      if (isPostgres(db)) return;
      try {
        const exists = await stat(file).then(
          () => true,
          () => false,
        );
        if (!exists && (await diskSpace()) > reserveBytes) await write();
      } catch (error) {
        await rm(`${file}.part`, { force: true });
        log.warn({ reason: messageOf(error) }, 'no disk space was reserved for deletions');
      }
    },
    /** Runs work that deletes; if the disk is full, once more without the reserve. */
    async use<T>(work: () => T | Promise<T>): Promise<T> {
      try {
        return await work();
      } catch (error) {
        if (!isFull(error) || !(await release())) throw error;
        return work();
      }
    },
  };
}
export type DiskReserve = ReturnType<typeof createDiskReserve>;
