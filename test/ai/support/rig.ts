import { openSubjects } from '#core/inbox/spend-queries.ts';
import { createBus } from '#core/platform/bus.ts';
import { type Ai, createAi } from '#core/ai/service.ts';
import { type ConfigInput, parseConfig } from '#core/platform/config.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { silentLog } from '#core/platform/log.ts';
import { openTestDatabase } from '#test/support/test-database.ts';

interface Options {
  ai: NonNullable<ConfigInput>['ai'];
  /** Shares a database with another rig, like two processes. */
  db?: Db;
  start?: number;
}

export interface Rig {
  ai: Ai;
  db: Db;
  clock: { now: number };
  /** All waits, in ms; the clock jumps instead. */
  naps: number[];
  /** Messages sent to browsers. */
  pushed: { status: string; message: string }[];
  close(): Promise<void>;
}

/** The AI room on an in-memory database. The clock moves only by waiting. */
export async function makeRig({ ai, db: given, start = Date.UTC(2026, 10, 21, 14, 5) }: Options): Promise<Rig> {
  const { db, close: closeDatabase } = given ? { db: given, close: () => Promise.resolve() } : await openTestDatabase();
  const clock = { now: start };
  const naps: number[] = [];
  const pushed: Rig['pushed'] = [];
  const bus = createBus((error) => {
    throw error;
  });
  bus.on('push', ({ event, payload }) => void (event === 'system-health' && pushed.push(payload as Rig['pushed'][number])));
  let tokens = 0;
  const service = createAi({
    ...openSubjects(db),
    db,
    bus,
    log: silentLog,
    now: () => clock.now,
    config: parseConfig({ ai: { ...ai, limits: { timeoutMs: 2000, ...ai?.limits } } }),
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      naps.push(ms);
      clock.now += ms;
      await Promise.resolve();
    },
    random: () => 0.5,
    newToken: () => `f${(tokens += 1).toString(16).padStart(4, '0')}`.padEnd(24, '7c'),
  });
  return {
    ai: service,
    db,
    clock,
    naps,
    pushed,
    async close() {
      await service.close();
      await closeDatabase();
    },
  };
}
