import {
  constants,
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  openSync,
  closeSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../errors.ts';
import { checkDatabaseFile, syncPath } from './backup.ts';
import { connect, type Db } from './connect.ts';
import { storageFailure } from './failure.ts';
import { listPending } from './migrate.ts';

export interface Restored {
  rows: number;
  /** Path of the replaced database; null if there was none. */
  kept: string | null;
}

const sqliteHeader = 'SQLite format 3\0';
const logSuffixes = ['-wal', '-shm', '-journal'];
/** Being copied and checked; not usable yet. */
const draftOf = (file: string): string => `${file}.restoring`;
/** Checked and synced; only has to be renamed. Once this file exists, the restore will be completed. */
const readyOf = (file: string): string => `${file}.restored`;
const keptPrefix = (file: string): string => `${basename(file)}.before-restore-`;

function removeWithLogs(file: string): void {
  for (const suffix of ['', ...logSuffixes]) rmSync(`${file}${suffix}`, { force: true });
}

const chooseAnother = 'Choose a file from the backups folder.';

/** Rejects files that can't be a database, before anything is written. */
function checkOrigin(file: string, databaseFile: string): void {
  const name = basename(file);
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new AppError('not_found', `File ${file} not found`);
  if (!found.isFile()) throw new AppError('invalid', `${name} is not a file. ${chooseAnother}`);
  if (found.size === 0) throw new AppError('invalid', `${name} is empty. ${chooseAnother}`);
  const current = statSync(databaseFile, { throwIfNoEntry: false });
  if (current?.ino === found.ino && current.dev === found.dev)
    throw new AppError('invalid', `${name} is the database in use. ${chooseAnother}`);
  const head = Buffer.alloc(sqliteHeader.length);
  try {
    const handle = openSync(file, 'r');
    readSync(handle, head);
    closeSync(handle);
  } catch (error) {
    throw new AppError('unavailable', `${name} can't be read. Check its permissions.`, { cause: error });
  }
  if (head.toString('latin1') !== sqliteHeader) throw new AppError('invalid', `${name} is not a database. ${chooseAnother}`);
}

/** Only reads the origin, which may be on a read-only file system. Creates the copy with private permissions. */
async function copyOrigin(file: string, draft: string): Promise<void> {
  for (const suffix of ['', '-wal']) {
    if (!existsSync(`${file}${suffix}`)) continue;
    await pipeline(createReadStream(`${file}${suffix}`), createWriteStream(`${draft}${suffix}`, { mode: 0o600, flags: 'wx', flush: true }));
  }
}

/**
 * Sets a security stamp higher than any in use, so that sessions and links ended after the backup don't become valid again. What
 * programs and passkeys sign in with stays as it was.
 */
async function endSessions(db: Db, now: number): Promise<void> {
  const stamp = Math.floor(now / 1000);
  for (const table of ['api_tokens', 'passkeys', 'feeds'] as const)
    await db<{ stamp: number }>(table).whereRaw('stamp = (select security_stamp from users where users.id = user_id)').update({ stamp });
  await db('users').update({ security_stamp: stamp, pending_email: null, pending_email_until: null });
}

/** Replies due since the backup may have been posted already, so they are looked up instead of sent. */
const doubtReplies = (db: Db, now: number) =>
  db('outbox').whereIn('state', ['queued', 'sending']).where('due_at', '<=', now).update({
    state: 'unknown',
    attempt: null,
    lease_until: null,
    due_at: now,
    looks: 0,
    error: 'Restored from a backup. It may have been posted since, so Earshot looks for it on Reddit.',
  });

/** Makes the state of a backup safe to continue from. */
export async function continueFrom(db: Db, now: number): Promise<void> {
  await endSessions(db, now);
  await doubtReplies(db, now);
}

/** Prepares the copy for use. Throws `invalid` for another program's database, `conflict` for a newer Earshot's. */
async function adopt(draft: string, name: string, now: number): Promise<void> {
  const db = connect(draft);
  try {
    for (const table of ['knex_migrations', 'write_turn', 'users'])
      if (!(await db.schema.hasTable(table))) throw new AppError('invalid', `${name} is not an Earshot database. ${chooseAnother}`);
    await listPending(db);
    await continueFrom(db, now);
    await db.raw('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    await db.destroy();
  }
}

const linkless = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && linkless.has(String(error.code)))) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    syncPath(to);
  }
}

/** Hard-links the current database and its log under another name, without opening them: they may be damaged. */
function keepOriginal(databaseFile: string, now: number): string | null {
  const present = ['-wal', ''].filter((suffix) => existsSync(`${databaseFile}${suffix}`));
  if (present.length === 0) return null;
  const stamp = new Date(now).toISOString().slice(0, 23).replaceAll(/[:.]/g, '-');
  const kept = join(dirname(databaseFile), `${keptPrefix(databaseFile)}${stamp}`);
  for (const suffix of present) linkOrCopy(`${databaseFile}${suffix}`, `${kept}${suffix}`);
  return kept;
}

/** Cleans up after a restore that was killed before its point of no return. */
function forgetUnfinished(databaseFile: string): void {
  removeWithLogs(draftOf(databaseFile));
  const folder = dirname(databaseFile);
  const inUse = new Set(['', '-wal'].flatMap((suffix) => statSync(`${databaseFile}${suffix}`, { throwIfNoEntry: false })?.ino ?? []));
  for (const name of readdirSync(folder)) {
    if (name.startsWith(keptPrefix(databaseFile)) && inUse.has(statSync(join(folder, name)).ino)) rmSync(join(folder, name));
  }
}

/** Whether a restore was killed after its point of no return. It must be completed before the database is opened. */
export const isRestoreUnfinished = (databaseFile: string): boolean => existsSync(readyOf(databaseFile));

/** Completes or undoes a killed restore. Requires the instance lock. Returns whether the backup was put in place. */
export function settleRestore(databaseFile: string): boolean {
  if (!isRestoreUnfinished(databaseFile)) {
    forgetUnfinished(databaseFile);
    return false;
  }
  // SQLite would apply the old log to the new file. Its copy has been linked already.
  for (const suffix of logSuffixes) rmSync(`${databaseFile}${suffix}`, { force: true });
  syncPath(dirname(databaseFile));
  renameSync(readyOf(databaseFile), databaseFile);
  syncPath(dirname(databaseFile));
  return true;
}

async function prepareDraft(file: string, draft: string, now: number): Promise<number> {
  const name = basename(file);
  await copyOrigin(file, draft);
  const rows = await checkDatabaseFile(draft, name);
  await adopt(draft, name, now);
  for (const suffix of logSuffixes) rmSync(`${draft}${suffix}`, { force: true });
  syncPath(draft);
  return rows;
}

/**
 * Replaces the database with a checked copy of `file` and keeps the replaced one unchanged as `….before-restore-TIME`.
 * Ends all sessions. If killed at any point, one of the two is complete. Requires the instance lock.
 */
export async function restoreFrom(file: string, databaseFile: string, now: number): Promise<Restored> {
  settleRestore(databaseFile);
  checkOrigin(file, databaseFile);
  const draft = draftOf(databaseFile);
  try {
    const rows = await prepareDraft(file, draft, now);
    const kept = keepOriginal(databaseFile, now);
    syncPath(dirname(databaseFile));
    renameSync(draft, readyOf(databaseFile));
    syncPath(dirname(databaseFile));
    settleRestore(databaseFile);
    return { rows, kept };
  } catch (error) {
    if (!isRestoreUnfinished(databaseFile)) forgetUnfinished(databaseFile);
    throw storageFailure(error) ?? error;
  }
}
