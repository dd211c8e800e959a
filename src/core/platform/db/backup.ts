import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isPostgres } from '#migrations/engine.ts';
import { AppError } from '../errors.ts';
import { connect, type Db } from './connect.ts';
import { createPrivate } from './soundness.ts';

export interface Backup {
  file: string;
  bytes: number;
  rows: number;
}

/** PostgreSQL is backed up with its own tools. */
export const canBackUp = (db: Db): boolean => !isPostgres(db);

/** Syncs a file or folder to disk, including renames in the folder. */
export function syncPath(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Checks a database file with SQLite's integrity and foreign key checks, and counts its rows. Throws `unavailable` if it is broken. */
export async function checkDatabaseFile(file: string, name = basename(file)): Promise<number> {
  const copy = connect(file);
  try {
    const [check] = await copy.raw<{ integrity_check: string }[]>('PRAGMA integrity_check');
    const broken = await copy.raw<unknown[]>('PRAGMA foreign_key_check');
    if (check?.integrity_check !== 'ok' || broken.length > 0)
      throw new AppError('unavailable', `${name} is damaged. Choose another backup.`);
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
      : new AppError('unavailable', `${name} is damaged and can't be read. Choose another backup.`, { cause: error });
  } finally {
    await copy.destroy();
  }
}

function removeWithLogs(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`]) rmSync(path, { force: true });
}

/** Removes what a killed backup left in the folder of rotating backups. */
export function clearUnfinishedBackups(dataDir: string): void {
  const folder = join(dataDir, 'backups');
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) if (/\.part(?:-\w+)?$/.test(name)) rmSync(join(folder, name), { force: true });
}

/** SQLite writes into an existing empty file, so the copy has private permissions from the start. */
function makeEmpty(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    removeWithLogs(file);
    createPrivate(file);
  } catch (error) {
    throw new AppError('unavailable', `Couldn't write to ${dirname(file)}; choose a folder that exists or can be created`, {
      cause: error,
    });
  }
}

/** Makes a consistent copy of a database in use: written under a temporary name, checked, synced, then renamed. */
export async function backupTo(db: Db, file: string): Promise<Backup> {
  if (existsSync(file)) throw new AppError('conflict', `${file} already exists`);
  const temporary = `${file}.part`;
  makeEmpty(temporary);
  try {
    await db.raw('VACUUM INTO ?', [temporary]);
    const rows = await checkDatabaseFile(temporary);
    for (const path of [`${temporary}-wal`, `${temporary}-shm`]) rmSync(path, { force: true });
    syncPath(temporary);
    renameSync(temporary, file);
    syncPath(dirname(file));
    return { file, bytes: statSync(file).size, rows };
  } catch (error) {
    removeWithLogs(temporary);
    throw error;
  }
}

/** Backs up to `backups/earshot-2026-11-21T02-11-00.db` and removes the oldest backups beyond `keep`. */
export async function backupRotating(db: Db, at: { dataDir: string; now: number; keep: number }): Promise<Backup> {
  const folder = join(at.dataDir, 'backups');
  const stamp = new Date(at.now).toISOString().slice(0, 23).replaceAll(/[:.]/g, '-');
  const made = await backupTo(db, join(folder, `earshot-${stamp}.db`));
  // Never remove the new backup, even if a wrong clock gave it the oldest name.
  const others = readdirSync(folder)
    .filter((name) => /^earshot-.*\.db$/.test(name) && name !== basename(made.file))
    .toSorted();
  for (const name of others.slice(0, Math.max(0, others.length - at.keep + 1))) rmSync(join(folder, name));
  return made;
}
