import { AppError } from '../errors.ts';

/** What the disk or the file under the database says, in words; all of it can pass without a new start. */
const words: Record<string, string> = {
  SQLITE_BUSY: 'The database is busy',
  SQLITE_LOCKED: 'The database is busy',
  SQLITE_FULL: 'The disk of this server is full',
  ENOSPC: 'The disk of this server is full',
  EDQUOT: 'The disk of this server is full',
  SQLITE_READONLY: 'The disk of this server cannot be written',
  EROFS: 'The disk of this server cannot be written',
  SQLITE_IOERR: 'The disk of this server does not answer as it should',
};
const retryAfter = 10;

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** `unavailable` for what is the disk's fault and no bug; null for everything else. */
export function storageFailure(error: unknown): AppError | null {
  const message = words[codeOf(error)];
  return message === undefined ? null : new AppError('unavailable', `${message}. Try again in a moment.`, { cause: error, retryAfter });
}

/** The file is no database, or its pages do not hang together. */
export const isDamage = (error: unknown): boolean => ['SQLITE_NOTADB', 'SQLITE_CORRUPT'].includes(codeOf(error));
