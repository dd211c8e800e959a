import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { systemActor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import type { PurgeReport } from '#shared/purges.ts';
import { leaf, toolsOf, withCore, type Shared } from '../command.ts';
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

const runBackup = (file: string | undefined, shared: Shared): Promise<void> =>
  withCore(shared, async (core, out) => {
    const { backupRotating, backupTo } = await import('#core/platform/db/backup.ts');
    const made =
      file === undefined
        ? await backupRotating(core.db, { dataDir: core.config.dataDir, now: core.now(), keep: core.config.retention.backups })
        : await backupTo(core.db, file);
    out.result(made, () => `${made.file}: ${megabytes(made.bytes)}, ${made.rows} rows, checked.`);
  });

async function runRestore(file: string, shared: Shared & { yes?: boolean }): Promise<void> {
  const { config, out } = toolsOf(shared);
  if (!shared.yes) throw new AppError('conflict', 'This replaces the database. Add --yes to confirm.');
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

/** `migrate`, `backup` and `restore`. */
const reportLines = ({ promise, unchecked, lately, purges }: PurgeReport): string =>
  [
    promise.holds
      ? `Everything kept from Reddit (${promise.kept}) was looked at within ${promise.hours} hours.`
      : `${promise.late} of ${promise.kept} kept from Reddit were not looked at within ${promise.hours} hours; the oldest look was at ${promise.oldestLookAt ?? 'no time'}.`,
    ...unchecked.map(({ what, items, why }) => `Cannot be looked at again: ${items} from ${what}. ${why}`),
    `Blanked within ${lately.days} days: ${lately.items} conversations, ${lately.people} people, ${lately.answers} answers, ${lately.accounts} accounts.`,
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
    about: 'Migrate the database (the server does this when it starts)',
    example: 'earshot migrate',
  }).action(runMigrate);
  leaf(program, {
    usage: 'backup [file]',
    about: 'Write a verified backup, also while the server runs; without a file, into the rotating backups',
    example: 'earshot backup /srv/backups/earshot.db',
  }).action(runBackup);
  leaf(program, {
    usage: 'restore <file>',
    about: 'Replace the database with a backup; stop the server first',
    example: 'earshot restore data/backups/earshot-2026-11-20.db --yes',
  })
    .option('--yes', 'confirm')
    .action(runRestore);
  leaf(program, {
    usage: 'prune',
    about: 'Remove leftover temporary files, or report what was erased because it was deleted on Reddit',
    example: 'earshot prune --report',
  })
    .option('--report', 'remove nothing; show what was erased and whether the 48-hour limit holds')
    .action(runPrune);
}
