import type { CommitMark } from './read-cache.ts';
import type { Peers } from '../peers.ts';
import type { Queue } from '../queue.ts';
import type { Db } from './connect.ts';

/**
 * `own`: a server. On SQLite there is one per data folder; on PostgreSQL servers share a database. `alone`: a command that must run
 * without a server. `beside`: a command that may run next to servers; it migrates only if none is running.
 */
export type Hold = 'own' | 'alone' | 'beside';

export interface OpenDatabase {
  db: Db;
  /** For use outside of transactions; on SQLite, read-only connections. */
  readDb: Db;
  /** One connection of its own for exports, which read for minutes: they take turns on it, and lists don't wait for them. */
  exportDb: Db;
  /** For servers only. */
  commitMark?: CommitMark;
  peers: Peers;
  /** For servers on PostgreSQL. */
  queue?: Queue;
  /** Migrations applied while opening. */
  applied: readonly string[];
  /** Closes all connections and releases its locks; on SQLite, merges the write-ahead log into the database first. */
  close(): Promise<void>;
}
