import { chmodSync, closeSync, existsSync, openSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import sqlite3 from 'sqlite3';
import { AppError } from '../errors.ts';
import { isDamage } from './failure.ts';
import { sleep } from '../clock.ts';
import { secretFile } from '../secrets.ts';

/** The check of a larger file would delay the start; `checkTables` does it while the server runs. */
const largeBytes = 100e6;
const checkLimitMs = 2_000;

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

type Checked = { quick_check: string };

const all = <T>(database: sqlite3.Database, sql: string): Promise<T[]> =>
  new Promise((resolve, reject) => database.all<T>(sql, (error, rows) => (error ? reject(error) : resolve(rows))));

function throwDamage(file: string, [found]: readonly Checked[]): void {
  if (found && found.quick_check !== 'ok') throw damageOf(file, new Error(found.quick_check));
}

const isInterrupted = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'SQLITE_INTERRUPT';

/** Reads a file on a connection of its own. Returns null if that was interrupted, and throws `unavailable` if the file is damaged. */
async function readFile<T>(file: string, read: (database: sqlite3.Database) => Promise<T>): Promise<T | null> {
  const database = new sqlite3.Database(file, sqlite3.OPEN_READONLY);
  try {
    return await read(database);
  } catch (error) {
    if (isInterrupted(error)) return null;
    throw isDamage(error) ? damageOf(file, error) : error;
  } finally {
    database.close();
  }
}

/** Checks the pages of a file that isn't large, for a short time. Throws `unavailable` if they are inconsistent. */
export async function refuseDamaged(file: string): Promise<void> {
  if (statSync(file).size > largeBytes) return;
  await readFile(file, async (database) => {
    const late = setTimeout(() => database.interrupt(), checkLimitMs);
    try {
      throwDamage(file, await all<Checked>(database, 'PRAGMA quick_check(1)'));
    } finally {
      clearTimeout(late);
    }
  });
}

/**
 * Checks one table after the other with its indexes, and pauses for as long as each took: others need the disk, too. Returns how many
 * were checked before the signal aborted. Throws `unavailable` if one is damaged.
 */
export async function checkTables(file: string, signal: AbortSignal): Promise<number> {
  let checked = 0;
  await readFile(file, async (database) => {
    const stop = (): void => database.interrupt();
    signal.addEventListener('abort', stop);
    try {
      const tables = await all<{ name: string }>(
        database,
        `select name from sqlite_master where type = 'table' and sql not like 'create virtual table%' order by name`,
      );
      for (const { name } of tables) {
        if (signal.aborted) return;
        const began = performance.now();
        throwDamage(file, await all<Checked>(database, `PRAGMA quick_check("${name}")`));
        checked += 1;
        await sleep(performance.now() - began);
      }
    } finally {
      signal.removeEventListener('abort', stop);
    }
  });
  return checked;
}
