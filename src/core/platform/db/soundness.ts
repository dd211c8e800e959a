import { chmodSync, closeSync, existsSync, openSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import sqlite3 from 'sqlite3';
import { AppError } from '../errors.ts';
import { isDamage } from './failure.ts';
import { secretFile } from '../secrets.ts';

/** A large database would take minutes; its nightly backup is checked to the last page. */
const patienceMs = 2_000;

/** Made by us before SQLite would make it for everybody to read; its log and index take the same mode. */
export function createPrivate(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
}

/** Files of an older version were readable by every account of the machine. What a group may do is its operator's choice. */
export function closeToOthers(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`].filter((one) => existsSync(one))) {
    const { mode } = statSync(path);
    if ((mode & 0o007) !== 0) chmodSync(path, mode & 0o770);
  }
}

function newestBackup(file: string): string | null {
  const folder = join(dirname(file), 'backups');
  if (!existsSync(folder)) return null;
  const name = readdirSync(folder)
    .filter((one) => /^earshot-.*\.db$/.test(one))
    .toSorted()
    .at(-1);
  return name === undefined ? null : join(folder, name);
}

/** What says that this folder had a database: a fresh one would be open to its first visitor, who becomes its admin. */
function traceOf(file: string): string | null {
  const folder = dirname(file);
  if (newestBackup(file) !== null) return 'backups';
  if (existsSync(join(folder, secretFile))) return secretFile;
  if (!existsSync(folder)) return null;
  return readdirSync(folder).find((name) => name.startsWith(`${basename(file)}.before-restore`)) ?? null;
}

/** Refuses to make a fresh database where one is missing. Throws `unavailable` with the way back. */
export function refuseMissing(file: string): void {
  if (existsSync(file)) return;
  const log = `${file}-wal`;
  const trace = existsSync(log) ? basename(log) : traceOf(file);
  if (trace === null) return;
  const backup = newestBackup(file);
  const way = backup === null ? `Put ${basename(file)} back` : `Restore the newest backup: earshot restore ${backup} --yes`;
  throw new AppError(
    'unavailable',
    `${basename(file)} is missing, though ${dirname(file)} still holds ${trace}. ${way}. To start a new instance, use an empty data folder (dataDir).`,
  );
}

/** What is said of a file that cannot be used: it is left as it is. */
export function damageOf(file: string, cause?: unknown): AppError {
  const backup = newestBackup(file);
  const way = backup === null ? 'There is no backup beside it.' : `Restore the newest backup: earshot restore ${backup} --yes`;
  return new AppError('unavailable', `${basename(file)} is damaged, or is no database. It was left as it is. ${way}`, { cause });
}

/** An emptied file would be taken for a fresh instance, whose first visitor becomes its admin. */
export function refuseEmptied(file: string): void {
  const isEmpty = existsSync(file) && statSync(file).size === 0;
  if (isEmpty) refuseWithoutTables(file);
}

/** As above, for a file that is a database without a single migration. */
export function refuseWithoutTables(file: string): void {
  if (traceOf(file) !== null) throw damageOf(file);
}

function quickCheck(file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const database = new sqlite3.Database(file);
    const late = setTimeout(() => database.interrupt(), patienceMs);
    database.get('PRAGMA quick_check(1)', (error: (Error & { code?: string }) | null, row?: { quick_check: string }) => {
      clearTimeout(late);
      database.close();
      if (error && error.code !== 'SQLITE_INTERRUPT') reject(error);
      else resolve(row?.quick_check ?? 'ok');
    });
  });
}

/** Looks for at most two seconds whether the pages of the file hang together. Throws `unavailable` when they do not. */
export async function refuseDamaged(file: string): Promise<void> {
  const found = await quickCheck(file).catch((error: unknown) => {
    throw isDamage(error) ? damageOf(file, error) : error;
  });
  if (found !== 'ok') throw damageOf(file, new Error(found));
}
