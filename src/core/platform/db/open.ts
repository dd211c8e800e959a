import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Now } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { backupRotating } from './backup.ts';
import { checkEngine, connect, type Db } from './connect.ts';
import { isDamage } from './failure.ts';
import { takeInstanceLock, type InstanceLock } from './lock.ts';
import { listPending, migrate } from './migrate.ts';
import { closeToOthers, damageOf, refuseDamaged, refuseEmptied } from './soundness.ts';

export interface OpenDatabaseOptions {
  log: Log;
  now: Now;
  /**
   * `own`: this process is the server of the data folder and holds its lock; a second one is refused.
   * `beside`: a command that may run next to a server; it migrates only when no server runs.
   */
  hold: 'own' | 'beside';
  /** For tests: a database in memory. */
  inMemory: boolean;
}

export interface OpenDatabase {
  db: Db;
  /** Folds the write-ahead log back in and releases the instance's lock. */
  close(): Promise<void>;
}

export const databaseFile = (config: Config): string => join(config.dataDir, 'earshot.db');

async function bringUpToDate(db: Db, config: Config, now: Now): Promise<string[]> {
  const pending = await listPending(db);
  const isUsed = await db.schema.hasTable('knex_migrations');
  if (pending.length > 0 && isUsed) await backupRotating(db, { dataDir: config.dataDir, now: now(), keep: config.retention.backups });
  return migrate(db);
}

async function prepareSchema(db: Db, config: Config, { hold, inMemory, log, now }: OpenDatabaseOptions): Promise<InstanceLock | null> {
  if (inMemory) {
    await migrate(db);
    return null;
  }
  if (hold === 'beside' && existsSync(databaseFile(config)) && (await listPending(db)).length === 0) return null;
  const lock = await takeInstanceLock(config.dataDir);
  try {
    closeToOthers(databaseFile(config));
    await refuseDamaged(databaseFile(config));
    const applied = await bringUpToDate(db, config, now);
    if (applied.length > 0) log.info({ applied }, 'database migrated');
  } catch (error) {
    await lock.release();
    throw error;
  }
  if (hold === 'own') return lock;
  await lock.release();
  return null;
}

/** Connects, checks and migrates. Throws `AppError` in one line for people. */
export async function openDatabase(config: Config, options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const { inMemory, log } = options;
  if (!inMemory) refuseEmptied(databaseFile(config));
  const db = connect(inMemory ? ':memory:' : databaseFile(config));
  try {
    await checkEngine(db);
    const lock = await prepareSchema(db, config, options);
    return {
      db,
      async close() {
        if (!inMemory)
          await db.raw('PRAGMA wal_checkpoint(TRUNCATE)').catch((error: unknown) => log.warn({ err: error }, 'checkpoint failed'));
        await db.destroy();
        await lock?.release();
      },
    };
  } catch (error) {
    await db.destroy();
    throw isDamage(error) ? damageOf(databaseFile(config), error) : error;
  }
}
