import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { systemActor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import type { PurgeReport } from '#shared/purges.ts';
import { requireFile } from '../file-input.ts';
import { leaf, toolsOf, withCore, type Shared, type Tools } from '../command.ts';
import { table } from '../output.ts';

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

async function runMigrate(shared: Shared): Promise<void> {
  const { config, out } = toolsOf(shared);
  const [{ openDatabase }, { createLog }] = await Promise.all([import('#core/platform/db/open.ts'), import('#core/platform/log.ts')]);
  const log = await createLog('warn', process.stderr.isTTY);
  const { applied, close } = await openDatabase(config, { log, now: Date.now, hold: 'beside', inMemory: false });
  await close();
  out.result({ applied }, () => (applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`));
}

async function runBackup(file: string | undefined, shared: Shared): Promise<void> {
  const { database } = toolsOf(shared).config;
  if (database.client === 'postgres') (await import('#core/platform/db/postgres-backup.ts')).refuseBackup(database.url);
  await withCore(shared, async (core, out) => {
    const { backupRotating, backupTo } = await import('#core/platform/db/backup.ts');
    const made =
      file === undefined
        ? await backupRotating(core.db, { dataDir: core.config.dataDir, now: core.now(), keep: core.config.retention.backups })
        : await backupTo(core.db, file);
    out.result(made, () => `${made.file}: ${megabytes(made.bytes)}, ${made.rows} rows, verified.`);
  });
}

/** After `pg_restore`: a dump doesn't know which sessions ended and which replies were posted since. */
async function continueOnPostgres(file: string | undefined, { config, out }: Tools): Promise<void> {
  const [{ refuseRestore }, { openDatabase }, { continueFrom }, { createLog }] = await Promise.all([
    import('#core/platform/db/postgres-backup.ts'),
    import('#core/platform/db/open.ts'),
    import('#core/platform/db/restore.ts'),
    import('#core/platform/log.ts'),
  ]);
  if (file !== undefined) refuseRestore(config.database.url);
  const log = await createLog('warn', process.stderr.isTTY);
  const { db, applied, close } = await openDatabase(config, { log, now: Date.now, hold: 'own', inMemory: false });
  try {
    await continueFrom(db, Date.now());
  } finally {
    await close();
  }
  out.result({ applied }, () => 'The restored database is ready. Everyone has to sign in again.');
}

async function restoreFile(file: string | undefined, { config, out }: Tools): Promise<void> {
  if (file === undefined) throw new AppError('invalid', 'Name the backup to restore: earshot restore FILE --yes');
  const [{ restoreFrom }, { takeInstanceLock }, { databaseFile }] = await Promise.all([
    import('#core/platform/db/restore.ts'),
    import('#core/platform/db/lock.ts'),
    import('#core/platform/db/open.ts'),
  ]);
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

async function runRestore(file: string | undefined, shared: Shared & { yes?: boolean }): Promise<void> {
  const tools = toolsOf(shared);
  if (file !== undefined) requireFile(file);
  if (!shared.yes) throw new AppError('conflict', 'This replaces the database. Add --yes to confirm.');
  await (tools.config.database.client === 'postgres' ? continueOnPostgres : restoreFile)(file, tools);
}

const reportLines = ({ promise, unchecked, lately, purges }: PurgeReport): string =>
  [
    promise.holds
      ? `All ${promise.kept} stored Reddit items were checked for deletion within ${promise.hours} hours.`
      : `${promise.late} of ${promise.kept} stored Reddit items weren't checked for deletion within ${promise.hours} hours. Oldest check: ${promise.oldestLookAt ?? 'never'}.`,
    ...unchecked.map(({ what, items, why }) => `Can't be checked again: ${items} items from ${what}. ${why}`),
    `Erased in the last ${lately.days} days: ${lately.items} conversations, ${lately.people} people, ${lately.answers} replies, ${lately.accounts} accounts.`,
    table(
      ['when', 'because', 'items', 'posts', 'people', 'replies'],
      purges.map((one) => [one.at, one.cause, String(one.items), String(one.posts), String(one.people), String(one.answers)]),
    ),
  ].join('\n');

function runPrune(options: Shared & { report?: boolean }): void | Promise<void> {
  if (options.report)
    return withCore(options, async (core, out) => {
      const report = await core.instance.deletionReport.report(systemActor);
      out.result(report, () => reportLines(report));
    });
  const { config, out } = toolsOf(options);
  const folder = join(config.dataDir, 'tmp');
  rmSync(folder, { recursive: true, force: true });
  out.result({ removed: folder }, () => `Removed ${folder}.`);
}

export function addDataCommands(program: Command): void {
  leaf(program, {
    usage: 'migrate',
    about: 'Migrate the database (the server also does this on startup)',
    example: 'earshot migrate',
  }).action(runMigrate);
  leaf(program, {
    usage: 'backup [file]',
    about: 'Back up the database and verify the copy; the server can keep running. Without a file, adds to the rotating backups',
    example: 'earshot backup /srv/backups/earshot.db',
  }).action(runBackup);
  leaf(program, {
    usage: 'restore [file]',
    about: 'Replace the database with a backup (stop the server first). On PostgreSQL, without a file and after pg_restore',
    example: 'earshot restore data/backups/earshot-2026-11-20.db --yes',
  })
    .option('--yes', 'confirm without a prompt')
    .action(runRestore);
  leaf(program, {
    usage: 'prune',
    about: 'Remove leftover temporary files, or report what was erased after being deleted on Reddit',
    example: 'earshot prune --report',
  })
    .option('--report', 'only report what was erased and whether the 48-hour limit was met')
    .action(runPrune);
}
