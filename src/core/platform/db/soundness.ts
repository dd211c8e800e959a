import { chmodSync, closeSync, existsSync, openSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import sqlite3 from 'sqlite3';
import { AppError } from '../errors.ts';
import { isDamage } from './failure.ts';
import { secretFile } from '../secrets.ts';

const largeBytes = 100e6;
/** A complete check of a large database takes minutes and would delay the start; the nightly backup is checked completely. */
const checkLimitMs = (file: string): number => (statSync(file).size < largeBytes ? 2_000 : 250);

/** SQLite would create a file that every account of the machine can read. Log and index files get the same mode. */
export function createPrivate(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
}

/** Older versions made files readable for every account of the machine. Group permissions are left to the operator. */
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

/** A sign that the folder had a database. A new one would make its first visitor an admin. */
function traceOf(file: string): string | null {
  const folder = dirname(file);
  if (newestBackup(file) !== null) return 'backups';
  if (existsSync(join(folder, secretFile))) return secretFile;
  if (!existsSync(folder)) return null;
  return readdirSync(folder).find((name) => name.startsWith(`${basename(file)}.before-restore`)) ?? null;
}

/** Refuses to create a database where one is missing. Throws `unavailable` and says how to recover. */
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

/** The error for an unusable database file. */
export function damageOf(file: string, cause?: unknown): AppError {
  const backup = newestBackup(file);
  const way = backup === null ? 'There is no backup beside it.' : `Restore the newest backup: earshot restore ${backup} --yes`;
  return new AppError('unavailable', `${basename(file)} is damaged, or is no database. It was left as it is. ${way}`, { cause });
}

/** An empty file would be taken for a new instance, whose first visitor becomes its admin. */
export function refuseEmptied(file: string): void {
  const isEmpty = existsSync(file) && statSync(file).size === 0;
  if (isEmpty) refuseWithoutTables(file);
}

/** The same for a database without any migration. */
export function refuseWithoutTables(file: string): void {
  if (traceOf(file) !== null) throw damageOf(file);
}

function quickCheck(file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const database = new sqlite3.Database(file);
    const late = setTimeout(() => database.interrupt(), checkLimitMs(file));
    database.get('PRAGMA quick_check(1)', (error: (Error & { code?: string }) | null, row?: { quick_check: string }) => {
      clearTimeout(late);
      database.close();
      if (error && error.code !== 'SQLITE_INTERRUPT') reject(error);
      else resolve(row?.quick_check ?? 'ok');
    });
  });
}

/** Checks the pages of the file for a short time. Throws `unavailable` if they are inconsistent. */
export async function refuseDamaged(file: string): Promise<void> {
  const found = await quickCheck(file).catch((error: unknown) => {
    throw isDamage(error) ? damageOf(file, error) : error;
  });
  if (found !== 'ok') throw damageOf(file, new Error(found));
}
