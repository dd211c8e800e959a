import type { CommitMark } from './commit-mark.ts';
import { openSession, type Session } from './postgres-session.ts';

/**
 * Which transactions a statement would see, as text: equal texts mean the same ones. A standby doesn't name those that are still
 * being replayed.
 */
const statement = 'select case when pg_is_in_recovery() then null else pg_current_snapshot()::text end as snapshot';
const retryMs = 1_000;

/** Counts connections: another one may lead to another server, or to one that lost commits in a crash, and begins anew. */
function createConnection(url: string) {
  let [session, count, triedAt]: [Session | null, number, number] = [null, 0, -Infinity];
  let connecting: Promise<void> | null = null;
  let isWanted = false;

  async function end(): Promise<void> {
    const last = session;
    session = null;
    await last?.end();
  }

  async function open(): Promise<void> {
    triedAt = performance.now();
    const next = await openSession(url, { onEnd: () => (session = null) }).catch(() => null);
    session = next;
    count += 1;
    if (!isWanted) await end();
  }

  function connect(): Promise<void> {
    isWanted = true;
    connecting ??= open().finally(() => (connecting = null));
    return connecting;
  }

  /** Null without a connection. */
  async function read(): Promise<string | null> {
    if (session === null && isWanted && performance.now() - triedAt > retryMs) void connect();
    if (session === null) return null;
    const number = count;
    try {
      const [row] = await session.query<{ snapshot: string | null }>(statement);
      return row?.snapshot ? `${number}:${row.snapshot}` : null;
    } catch {
      await end();
      return null;
    }
  }

  return {
    connect,
    read,
    async disconnect(): Promise<void> {
      isWanted = false;
      await connecting;
      await end();
    },
  };
}

export interface SnapshotMark {
  commitMark: CommitMark;
  /** Without a connection, nothing is known. One that fails or is lost is opened again after a second, when it is needed. */
  connect(): Promise<void>;
  disconnect(): Promise<void>;
}

/** Marks commits by a statement on a connection of its own. Callers share it as long as it isn't sent. */
export function createSnapshotMark(url: string): SnapshotMark {
  const { connect, disconnect, read } = createConnection(url);
  let unsent: Promise<string | null> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  return {
    connect,
    disconnect,
    commitMark() {
      unsent ??= last.then(() => {
        unsent = null;
        return read();
      });
      last = unsent;
      return unsent;
    },
  };
}
