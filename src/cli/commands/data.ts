import type { Command } from 'commander';
import { systemActor } from '#core/platform/actor.ts';
import type { PurgeReport } from '#shared/purges.ts';
import { leaf, toolsOf, withCore, type Shared } from '../command.ts';
import { table } from '../output.ts';

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

async function runMigrate(options: Shared & { to?: string }): Promise<void> {
  const { config, out } = toolsOf(options);
  if (options.to !== undefined) return (await import('../copy-to-postgres.ts')).runCopyToPostgres(options.to, { config, out });
  const [{ openDatabase }, { createLog }] = await Promise.all([import('#core/platform/db/open.ts'), import('#core/platform/log.ts')]);
  const log = await createLog('warn', process.stderr.isTTY);
  const { applied, close } = await openDatabase(config, { log, now: Date.now, hold: 'beside' });
  await close();
  out.result({ applied }, () => (applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`));
}

async function runBackup(file: string | undefined, shared: Shared): Promise<void> {
  const { database } = toolsOf(shared).config;
  if (database.client === 'postgres') (await import('#core/platform/db/postgres/postgres-backup.ts')).refuseBackup(database.url);
  await withCore(shared, async (core, out) => {
    const { backupRotating, backupTo } = await import('#core/platform/db/backup.ts');
    const made =
      file === undefined
        ? await backupRotating(core.db, { dataDir: core.config.dataDir, now: core.now(), keep: core.config.retention.backups })
        : await backupTo(core.db, file);
    out.result(made, () => `${made.file}: ${megabytes(made.bytes)}, ${made.rows} rows, verified.`);
  });
}

const reportLines = ({ promise, unchecked, lately, purges }: PurgeReport): string =>
  [
    promise.holds
      ? `All ${promise.kept} stored items were checked for deletion within ${promise.hours} hours.`
      : `${promise.late} of ${promise.kept} stored items weren't checked for deletion within ${promise.hours} hours. Oldest check: ${promise.oldestLookAt ?? 'never'}.`,
    ...unchecked.map(({ what, items, why }) => `Can't be checked again: ${items} items from ${what}. ${why}`),
    `Erased in the last ${lately.days} days: ${lately.items} conversations, ${lately.people} people, ${lately.answers} replies, ${lately.accounts} accounts.`,
    table(
      ['when', 'because', 'items', 'posts', 'people', 'replies'],
      purges.map((one) => [one.at, one.cause, String(one.items), String(one.posts), String(one.people), String(one.answers)]),
    ),
  ].join('\n');

const inUse = (stayed: number): string =>
  stayed === 0 ? '' : ` ${stayed === 1 ? '1 upload is' : `${stayed} uploads are`} still running or ended just now.`;

async function runPrune(options: Shared & { report?: boolean }): Promise<void> {
  if (options.report)
    return withCore(options, async (core, out) => {
      const report = await core.instance.deletionReport.report(systemActor);
      out.result(report, () => reportLines(report));
    });
  const { config, out } = toolsOf(options);
  const [{ clearUploads, unfinishedUploads }, { heldSince }] = await Promise.all([
    import('#core/discovery/imports/uploads.ts'),
    import('#core/platform/guards/old-files.ts'),
  ]);
  const folder = unfinishedUploads(config.dataDir);
  // Compared with times of files, so the clock is the machine's.
  const { removed, stayed } = await clearUploads(config.dataDir, heldSince(Date.now()));
  out.result({ folder, removed, stayed }, () => `Removed ${removed} ${removed === 1 ? 'file' : 'files'} from ${folder}.${inUse(stayed)}`);
}

export function addDataCommands(program: Command): void {
  leaf(program, {
    usage: 'migrate',
    about: 'Migrate the database (the server also does this on startup), or copy a SQLite database to PostgreSQL',
    example: 'earshot migrate --to postgres://earshot@db.example.com/earshot',
  })
    .option('--to <url>', 'copy everything to this empty PostgreSQL database (stop the server first); - reads the URL from standard input')
    .action(runMigrate);
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
    .action(async (file: string | undefined, options: Shared & { yes?: boolean }) =>
      (await import('../run-restore.ts')).runRestore(file, options),
    );
  leaf(program, {
    usage: 'prune',
    about: 'Remove leftover temporary files, or report what was erased because its author deleted it',
    example: 'earshot prune --report',
  })
    .option('--report', 'only report what was erased and whether the 48-hour limit was met')
    .action(runPrune);
}
