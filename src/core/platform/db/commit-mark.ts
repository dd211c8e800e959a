import { fstatSync, openSync, readSync } from 'node:fs';

/**
 * A value that changes with each commit, of this process or another; null where that isn't known. Equal values mean that a query
 * would find the same rows.
 */
export type CommitMark = () => string | null | Promise<string | null>;

export const unknownMark: CommitMark = () => null;

/** SQLite's header of the WAL index, which holds a counter of commits and the checksum of the newest one. */
const headerBytes = 48;

/**
 * Reads the header of the WAL index of a SQLite file that is open (sqlite.org/walformat.html, 2.1): a commit becomes visible when
 * SQLite writes it there. The file must stay open: closing it would release the locks that SQLite holds on it in this process.
 */
export function openCommitMark(filename: string): CommitMark {
  let file: number | null = null;
  const header = Buffer.alloc(headerBytes);
  try {
    file = openSync(`${filename}-shm`, 'r');
  } catch {
    return unknownMark;
  }
  let isThere = false;
  /** SQLite deletes the file when its last connection closes, which takes several turns of the event loop; a new one uses a new file. */
  function isDeleted(opened: number): boolean {
    if (isThere) return false;
    isThere = fstatSync(opened).nlink > 0;
    setImmediate(() => (isThere = false));
    return !isThere;
  }
  return () => {
    if (file === null || isDeleted(file)) return (file = null);
    return readSync(file, header, 0, headerBytes, 0) === headerBytes ? header.toString('latin1') : null;
  };
}
