import { statfsSync } from 'node:fs';
import { AppError } from '../errors.ts';

/** Errors of the disk or the database file, all of which may resolve without a restart. */
const messages: Record<string, string> = {
  SQLITE_BUSY: 'The database is busy',
  SQLITE_LOCKED: 'The database is busy',
  SQLITE_FULL: "The server's disk is full",
  ENOSPC: "The server's disk is full",
  EDQUOT: "The server's disk is full",
  SQLITE_READONLY: "The server's disk is read-only",
  EROFS: "The server's disk is read-only",
  SQLITE_IOERR: "The server's disk reported an error",
};
const retryAfter = 10;

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** `unavailable` for storage errors, which aren't bugs; null for any other error. */
export function storageFailure(error: unknown): AppError | null {
  const message = messages[codeOf(error)];
  return message === undefined ? null : new AppError('unavailable', `${message}. Try again in a moment.`, { cause: error, retryAfter });
}

/** Does a write that a page can do without, or, while the database can't be written, something else. */
export async function writeOr<T>(write: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const isUnwritable = error instanceof AppError ? error.code === 'unavailable' : storageFailure(error) !== null;
    if (!isUnwritable) throw error;
    return otherwise();
  }
}

const full = (folder: string): string => `The disk of ${folder} is full. Free some space, then try again.`;
const unwritable = (folder: string): string =>
  `The data folder ${folder} can't be written. Make it writable for the user who runs Earshot, or set another one (dataDir).`;
const noFolder = (folder: string): string => `${folder} is not a folder. Set another one (dataDir).`;

const folderMessages: Record<string, (folder: string) => string> = {
  SQLITE_FULL: full,
  ENOSPC: full,
  EDQUOT: full,
  SQLITE_READONLY: unwritable,
  SQLITE_CANTOPEN: unwritable,
  SQLITE_PERM: unwritable,
  EROFS: unwritable,
  EACCES: unwritable,
  EPERM: unwritable,
  EISDIR: unwritable,
  ENOTDIR: noFolder,
  EEXIST: noFolder,
};

/** SQLite reports only "disk I/O error" if it can't grow the index of its log. */
function hasSpace(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 1024 * 1024;
}

/** Explains a problem with the data folder and how to fix it; null for any other error. */
export function folderFailure(folder: string, error: unknown): AppError | null {
  const code = codeOf(error);
  const isFull = code === 'SQLITE_IOERR' && !hasSpace(folder);
  const message = isFull ? full : folderMessages[code];
  return message === undefined ? storageFailure(error) : new AppError('unavailable', message(folder), { cause: error });
}

/** The file is not a database, or its pages are inconsistent. */
export const isDamage = (error: unknown): boolean => ['SQLITE_NOTADB', 'SQLITE_CORRUPT'].includes(codeOf(error));
