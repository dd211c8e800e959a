import { connectReading, type Db } from './connect.ts';

/**
 * A value that changes with each commit, of this process or another; null where that isn't known. Equal values mean that a query
 * would find the same rows.
 */
export type CommitMark = () => Promise<string | null>;

export const unknownMark: CommitMark = () => Promise.resolve(null);

/**
 * SQLite's `data_version` changes when another connection commits. One that never writes sees every commit, those of this process
 * included; its values can't be compared with those of another connection.
 */
export function openCommitMark(filename: string): { mark: CommitMark; db: Db } {
  const db = connectReading(filename, { max: 1, idleMs: Number.MAX_SAFE_INTEGER });
  async function mark(): Promise<string | null> {
    const [row] = await db.raw<{ data_version: number }[]>('PRAGMA data_version').catch(() => []);
    return row ? String(row.data_version) : null;
  }
  return { mark, db };
}
