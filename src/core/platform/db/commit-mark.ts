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
 * Reads a mark once for everything that runs without waiting: Node runs `process.nextTick` before it receives anything else, so
 * nobody can have learned of a later commit.
 */
function untilNextTick(read: () => string | null): CommitMark {
  let known: { mark: string | null } | null = null;
  const forget = (): void => void (known = null);
  return () => {
    if (known === null) {
      known = { mark: read() };
      process.nextTick(forget);
    }
    return known.mark;
  };
}

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
  return untilNextTick(() => {
    // Deleted when SQLite closed its last connection; a new one uses a new file.
    if (file === null || fstatSync(file).nlink === 0) return (file = null);
    return readSync(file, header, 0, headerBytes, 0) === headerBytes ? header.toString('latin1') : null;
  });
}
