import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { backupRotating, backupTo, restoreFrom } from '#core/db/backup.ts';
import { connect } from '#core/db/connect.ts';
import { takeInstanceLock } from '#core/db/lock.ts';
import { listPending } from '#core/db/migrate.ts';
import { AppError } from '#core/errors.ts';
import { createLog } from '#core/log.ts';
import { databaseFile, openCore } from '#core/open.ts';
import { leaf, toolsOf, withCore, type Shared } from '../command.ts';

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

async function runMigrate(shared: Shared): Promise<void> {
  const { config, out } = toolsOf(shared);
  const before = connect(databaseFile(config));
  const pending = await listPending(before).finally(() => before.destroy());
  const core = await openCore(config, { log: createLog('warn', process.stderr.isTTY), hold: 'beside' });
  await core.close();
  out.result({ applied: pending }, () => (pending.length === 0 ? 'The database is up to date.' : `Applied: ${pending.join(', ')}`));
}

const runBackup = (file: string | undefined, shared: Shared): Promise<void> =>
  withCore(shared, async (core, out) => {
    const made =
      file === undefined
        ? await backupRotating(core.db, { dataDir: core.config.dataDir, now: core.now(), keep: core.config.retention.backups })
        : await backupTo(core.db, file);
    out.result(made, () => `${made.file}: ${megabytes(made.bytes)}, ${made.rows} rows, checked.`);
  });

async function runRestore(file: string, shared: Shared & { yes?: boolean }): Promise<void> {
  const { config, out } = toolsOf(shared);
  if (!shared.yes) throw new AppError('conflict', 'This replaces the database. Say so with --yes.');
  const lock = await takeInstanceLock(config.dataDir);
  try {
    const restored = await restoreFrom(file, databaseFile(config));
    out.result(
      restored,
      () => `Restored ${restored.rows} rows.${restored.kept ? ` The former database is kept as ${restored.kept}.` : ''}`,
    );
  } finally {
    await lock.release();
  }
}

/** `migrate`, `backup` and `restore`. */
export function addDataCommands(program: Command): void {
  leaf(program, {
    usage: 'migrate',
    about: 'Bring the database up to date (a running server did so when it started)',
    example: 'earshot migrate',
  }).action(runMigrate);
  leaf(program, {
    usage: 'backup [file]',
    about: 'Write a checked copy of the database, also beside a running server; without a file into the rotating backups',
    example: 'earshot backup /srv/backups/earshot.db',
  }).action(runBackup);
  leaf(program, {
    usage: 'restore <file>',
    about: 'Put a backup in place of the database; the server must be stopped',
    example: 'earshot restore data/backups/earshot-2026-11-20.db --yes',
  })
    .option('--yes', 'yes, replace the database')
    .action(runRestore);
  leaf(program, { usage: 'prune', about: 'Remove left-over temporary files of the data folder', example: 'earshot prune' }).action(
    (shared: Shared) => {
      const { config, out } = toolsOf(shared);
      const folder = join(config.dataDir, 'tmp');
      rmSync(folder, { recursive: true, force: true });
      out.result({ removed: folder }, () => `Removed ${folder}.`);
    },
  );
}
