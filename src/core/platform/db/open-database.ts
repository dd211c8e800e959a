import type { Db } from './connect.ts';

export interface OpenDatabase {
  db: Db;
  /** For use outside of transactions; on SQLite, read-only connections. */
  readDb: Db;
  /** Migrations applied while opening. */
  applied: readonly string[];
  /** Closes all connections and releases the instance lock; on SQLite, merges the write-ahead log into the database first. */
  close(): Promise<void>;
}
