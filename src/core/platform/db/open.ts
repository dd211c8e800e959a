import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Now } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { noPeers } from '../peers.ts';
import { backupRotating, clearUnfinishedBackups } from './backup.ts';
import { openCommitMark } from './read-cache.ts';
import { checkEngine, connect, connectReading, type Db } from './connect.ts';
import { folderFailure, isDamage } from './failure.ts';
import { takeInstanceLock, type InstanceLock } from './lock.ts';
import { listPending, migrate } from './migrate.ts';
import type { Hold, OpenDatabase } from './open-database.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import { isRestoreUnfinished, settleRestore } from './restore.ts';
import { closeToOthers, damageOf, refuseDamaged, refuseEmptied, refuseMissing, refuseWithoutTables } from './soundness.ts';

export interface OpenDatabaseOptions {
  log: Log;
  now: Now;
  hold: Hold;
}

export const databaseFile = (config: Config): string => join(config.dataDir, 'earshot.db');

async function migrateWithBackup(db: Db, config: Config, now: Now): Promise<string[]> {
  const pending = await listPending(db);
  const isUsed = await db.schema.hasTable('knex_migrations');
  if (!isUsed) refuseWithoutTables(databaseFile(config));
  if (pending.length > 0 && isUsed) await backupRotating(db, { dataDir: config.dataDir, now: now(), keep: config.retention.backups });
  return migrate(db);
}

async function prepareFile(db: Db, config: Config, { hold, log, now }: OpenDatabaseOptions): Promise<string[]> {
  closeToOthers(databaseFile(config));
  if (hold !== 'beside') clearUnfinishedBackups(config.dataDir);
  await refuseDamaged(databaseFile(config));
  const applied = await migrateWithBackup(db, config, now);
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  return applied;
}

/** Must run before the file is opened: opening would create it, or read it with another database's log. */
async function lockFirst(config: Config, { hold, log }: OpenDatabaseOptions): Promise<InstanceLock | null> {
  const file = databaseFile(config);
  const isReady = existsSync(file) && !isRestoreUnfinished(file);
  if (hold === 'beside' && isReady) return null;
  if (!isRestoreUnfinished(file)) refuseMissing(file);
  const lock = await takeInstanceLock(config.dataDir);
  try {
    if (settleRestore(file)) log.warn({ file }, 'an interrupted restore was finished');
    return lock;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openFile(config: Config, options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const file = databaseFile(config);
  let lock = await lockFirst(config, options);
  let db: Db | null = null;
  let applied: string[] = [];
  try {
    refuseEmptied(file);
    db = connect(file);
    await checkEngine(db);
    if (!lock && (await listPending(db)).length > 0) lock = await takeInstanceLock(config.dataDir);
    if (lock) applied = await prepareFile(db, config, options);
    if (options.hold === 'beside') {
      await lock?.release();
      lock = null;
    }
    const [readDb, exportDb] = [connectReading(file), connectReading(file, { max: 1 })];
    const commits = options.hold === 'own' ? openCommitMark(file) : null;
    const connections = { db, readers: [readDb, exportDb, ...(commits ? [commits.db] : [])] };
    const close = closing(connections, lock, options.log);
    return { db, readDb, exportDb, ...(commits && { commitMark: commits.mark }), applied, peers: noPeers, close };
  } catch (error) {
    await db?.destroy();
    await lock?.release();
    throw isDamage(error) ? damageOf(file, error) : error;
  }
}

function closing({ db, readers }: { db: Db; readers: Db[] }, lock: InstanceLock | null, log: Log): () => Promise<void> {
  return async () => {
    await Promise.all(readers.map((reader) => reader.destroy()));
    await db.raw('PRAGMA wal_checkpoint(TRUNCATE)').catch((error: unknown) => log.warn({ err: error }, 'checkpoint failed'));
    await db.destroy();
    await lock?.release();
  };
}

/** The data folder, which servers may share, is locked too: a server on SQLite, or a copy from it, must not use it. */
async function openServer({ dataDir, database }: Config, { hold, log }: OpenDatabaseOptions): Promise<OpenDatabase> {
  const lock = hold === 'beside' ? null : await takeInstanceLock(dataDir, { isShared: true });
  try {
    const opened = await openPostgres(database.url, { log, hold, dataDir });
    return {
      ...opened,
      async close() {
        await opened.close();
        await lock?.release();
      },
    };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

/** Connects, checks, and migrates. Throws `AppError` with a one-line message for operators. */
export async function openDatabase(config: Config, options: OpenDatabaseOptions): Promise<OpenDatabase> {
  try {
    return await (config.database.client === 'postgres' ? openServer : openFile)(config, options);
  } catch (error) {
    throw folderFailure(config.dataDir, error) ?? error;
  }
}
