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

/** Of a file or a folder: what was written or renamed there is on the disk when this returns. */
export function syncPath(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Rows of all tables, after SQLite's own check of the file and of its references. Throws `unavailable` if broken. */
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

/** What a killed backup left in the folder of rotating backups. */
export function clearUnfinishedBackups(dataDir: string): void {
  const folder = join(dataDir, 'backups');
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) if (/\.part(?:-\w+)?$/.test(name)) rmSync(join(folder, name), { force: true });
}

/** A consistent copy beside a live writer: written under a temporary name, checked, synced, then renamed. */
export async function backupTo(db: Db, file: string): Promise<Backup> {
  if (existsSync(file)) throw new AppError('conflict', `${file} already exists`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.part`;
  removeWithLogs(temporary);
  try {
    // Private from its first byte on: SQLite writes into an empty file that is there.
    createPrivate(temporary);
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

/** `backups/earshot-2026-11-21T02-11-00.db`, oldest ones beyond `keep` removed. */
export async function backupRotating(db: Db, at: { dataDir: string; now: number; keep: number }): Promise<Backup> {
  const folder = join(at.dataDir, 'backups');
  const stamp = new Date(at.now).toISOString().slice(0, 23).replaceAll(/[:.]/g, '-');
  const made = await backupTo(db, join(folder, `earshot-${stamp}.db`));
  // The one just made stays, even where a wrong clock gave it the oldest name.
  const others = readdirSync(folder)
    .filter((name) => /^earshot-.*\.db$/.test(name) && name !== basename(made.file))
    .toSorted();
  for (const name of others.slice(0, Math.max(0, others.length - at.keep + 1))) rmSync(join(folder, name));
  return made;
}
