import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../errors.ts';
import { connect, type Db } from './connect.ts';
import { createPrivate } from './soundness.ts';

export interface Backup {
  file: string;
  bytes: number;
  rows: number;
}

function syncFile(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Rows of all tables, after SQLite's own check of the file and of its references. Throws `unavailable` if broken. */
export async function checkDatabaseFile(file: string): Promise<number> {
  const copy = connect(file);
  try {
    const [check] = await copy.raw<{ integrity_check: string }[]>('PRAGMA integrity_check');
    const broken = await copy.raw<unknown[]>('PRAGMA foreign_key_check');
    if (check?.integrity_check !== 'ok' || broken.length > 0) throw new AppError('unavailable', `${basename(file)} is damaged`);
    const tables = await copy('sqlite_master')
      .where({ type: 'table' })
      .whereNot('name', 'like', '%fts%')
      .limit(1000)
      .pluck<string[]>('name');
    let rows = 0;
    for (const table of tables) rows += (await copy(table).count<{ n: number }>({ n: '*' }).first())?.n ?? 0;
    return rows;
  } catch (error) {
    throw error instanceof AppError
      ? error
      : new AppError('unavailable', `${basename(file)} is not a database that can be read`, { cause: error });
  } finally {
    await copy.destroy();
  }
}

function removeWithLogs(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`]) rmSync(path, { force: true });
}

/** A consistent copy beside a live writer: written under a temporary name, checked, synced, then renamed. */
export async function backupTo(db: Db, file: string): Promise<Backup> {
  if (existsSync(file)) throw new AppError('conflict', `${file} exists already`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.part`;
  removeWithLogs(temporary);
  try {
    // Private from its first byte on: SQLite writes into an empty file that is there.
    createPrivate(temporary);
    await db.raw('VACUUM INTO ?', [temporary]);
    const rows = await checkDatabaseFile(temporary);
    for (const path of [`${temporary}-wal`, `${temporary}-shm`]) rmSync(path, { force: true });
    syncFile(temporary);
    renameSync(temporary, file);
    return { file, bytes: statSync(file).size, rows };
  } catch (error) {
    removeWithLogs(temporary);
    throw error;
  }
}

/** `backups/earshot-2026-11-21T02-11-00.db`, oldest ones beyond `keep` removed. */
export async function backupRotating(db: Db, at: { dataDir: string; now: number; keep: number }): Promise<Backup> {
  const folder = join(at.dataDir, 'backups');
  const stamp = new Date(at.now).toISOString().slice(0, 23).replaceAll(/[:.]/g, '-');
  const made = await backupTo(db, join(folder, `earshot-${stamp}.db`));
  const old = readdirSync(folder)
    .filter((name) => /^earshot-.*\.db$/.test(name))
    .sort()
    .slice(0, -at.keep);
  for (const name of old) rmSync(join(folder, name));
  return made;
}

/** Puts a checked backup in place of the database, which is kept beside it as `….before-restore`. Hold the instance lock. */
export async function restoreFrom(file: string, databaseFile: string): Promise<{ rows: number; kept: string | null }> {
  if (!existsSync(file)) throw new AppError('not_found', `There is no file ${file}`);
  const scratch = `${databaseFile}.restoring`;
  removeWithLogs(scratch);
  const origin = connect(file);
  try {
    createPrivate(scratch);
    await origin.raw('VACUUM INTO ?', [scratch]);
  } catch (error) {
    throw new AppError('unavailable', `${basename(file)} is not a database that can be read`, { cause: error });
  } finally {
    await origin.destroy();
  }
  const rows = await checkDatabaseFile(scratch);
  for (const path of [`${scratch}-wal`, `${scratch}-shm`]) rmSync(path, { force: true });
  let kept: string | null = null;
  if (existsSync(databaseFile)) {
    kept = `${databaseFile}.before-restore`;
    const current = connect(databaseFile);
    await current.raw('PRAGMA wal_checkpoint(TRUNCATE)').finally(() => current.destroy());
    removeWithLogs(kept);
    renameSync(databaseFile, kept);
  }
  for (const path of [`${databaseFile}-wal`, `${databaseFile}-shm`]) rmSync(path, { force: true });
  syncFile(scratch);
  renameSync(scratch, databaseFile);
  return { rows, kept };
}
