import { openSubjects } from '#core/inbox/spend-queries.ts';
import { createBus } from '#core/platform/bus.ts';
import { type Ai, createAi } from '#core/ai/service.ts';
import { type ConfigInput, parseConfig } from '#core/platform/config.ts';
import { connect, type Db } from '#core/platform/db/connect.ts';
import { migrate } from '#core/platform/db/migrate.ts';
import { silentLog } from '#core/platform/log.ts';

interface Options {
  ai: NonNullable<ConfigInput>['ai'];
  /** Share a database with another rig, as two processes would. */
  db?: Db;
  start?: number;
}

export interface Rig {
  ai: Ai;
  db: Db;
  clock: { now: number };
  /** What was waited for, in ms; the clock jumps instead. */
  naps: number[];
  /** What browsers were told. */
  told: { status: string; message: string }[];
  close(): Promise<void>;
}

/** The AI over an in-memory database; time stands still but for naps. */
export async function makeRig({ ai, db: given, start = Date.UTC(2026, 10, 21, 14, 5) }: Options): Promise<Rig> {
  const db = given ?? connect(':memory:');
  if (!given) await migrate(db);
  const clock = { now: start };
  const naps: number[] = [];
  const told: Rig['told'] = [];
  const bus = createBus((error) => {
    throw error;
  });
  bus.on('push', ({ event, payload }) => void (event === 'system-health' && told.push(payload as Rig['told'][number])));
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
    told,
    async close() {
      await service.close();
      if (!given) await db.destroy();
    },
  };
}
