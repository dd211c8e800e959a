import type { CommitMark } from './commit-mark.ts';
import type { Db } from './connect.ts';

export interface OpenDatabase {
  db: Db;
  /** For use outside of transactions; on SQLite, read-only connections. */
  readDb: Db;
  /** Absent where that takes a query. */
  commitMark?: CommitMark;
  /** Migrations applied while opening. */
  applied: readonly string[];
  /** Closes all connections and releases the instance lock; on SQLite, merges the write-ahead log into the database first. */
  close(): Promise<void>;
}
