import type { WriteAudit } from './platform/audit/entry.ts';
import type { Bus } from './platform/bus.ts';
import type { Now } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Db } from './platform/db/connect.ts';
import type { ReadCache } from './platform/db/read-cache.ts';
import type { Guards } from './platform/guards/open.ts';
import type { GuardOf } from './platform/http/upstream.ts';
import type { Log } from './platform/log.ts';
import type { Peers } from './platform/peers.ts';
import type { Queue } from './platform/queue.ts';
import type { Secrets } from './platform/secrets.ts';

/** What every room is built from. */
export interface CoreContext extends Guards {
  /** Its values can change while Earshot runs: read them when they are used. */
  config: Config;
  guardOf: GuardOf;
  db: Db;
  /**
   * For lists and reports outside transactions: reading here neither waits for writes nor delays them, and sees what was committed
   * before each statement.
   */
  readDb: Db;
  /** The same for exports, so that lists don't wait for them. */
  exportDb: Db;
  /** For what many requests read again, such as the session. */
  readCache: ReadCache;
  bus: Bus;
  log: Log;
  now: Now;
  secrets: Secrets;
  peers: Peers;
  queue: Queue;
  writeAudit: WriteAudit;
}
