import { takeInstanceLock } from '#core/platform/db/lock.ts';
import { databaseFile, openDatabase } from '#core/platform/db/open.ts';
import { refuseRestore } from '#core/platform/db/postgres/postgres-backup.ts';
import { continueFrom, restoreFrom } from '#core/platform/db/restore.ts';
import { AppError } from '#core/platform/errors.ts';
import { createLog } from '#core/platform/log.ts';
import { type Shared, type Tools, toolsOf } from './command.ts';
import { requireFile } from './file-input.ts';

/** After `pg_restore`: a dump doesn't know which sessions ended and which replies were posted since. */
async function continueOnPostgres(file: string | undefined, { config, out }: Tools): Promise<void> {
  if (file !== undefined) refuseRestore(config.database.url);
  const log = await createLog('warn', process.stderr.isTTY);
  const { db, applied, close } = await openDatabase(config, { log, now: Date.now, hold: 'alone' });
  try {
    await continueFrom(db, Date.now());
  } finally {
    await close();
  }
  out.result({ applied }, () => 'The restored database is ready. Everyone has to sign in again.');
}

async function restoreFile(file: string | undefined, { config, out }: Tools): Promise<void> {
  if (file === undefined) throw new AppError('invalid', 'Name the backup to restore: earshot restore FILE --yes');
  const lock = await takeInstanceLock(config.dataDir);
  try {
    const restored = await restoreFrom(file, databaseFile(config), Date.now());
    out.result(
      restored,
      () =>
        `Restored ${restored.rows} rows. Everyone has to sign in again.${restored.kept ? ` The replaced database is kept as ${restored.kept}.` : ''}`,
    );
  } finally {
    await lock.release();
  }
}

export async function runRestore(file: string | undefined, shared: Shared & { yes?: boolean }): Promise<void> {
  const tools = toolsOf(shared);
  if (file !== undefined) requireFile(file);
  if (!shared.yes) throw new AppError('conflict', 'This replaces the database. Add --yes to confirm.');
  await (tools.config.database.client === 'postgres' ? continueOnPostgres : restoreFile)(file, tools);
}
