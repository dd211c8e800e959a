import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { systemActor } from '#core/platform/actor.ts';
import { postFilterQuery } from '#shared/exports.ts';
import { importFields, type ImportMapping, importMappingSchema } from '#shared/imports.ts';
import { leadFilterQuery } from '#shared/leads.ts';
import type { PurgeReport } from '#shared/purges.ts';
import type { Core } from '#core/open.ts';
import { leaf, toolsOf, withCore, type Shared, actingUser, checked, collect, idOf } from '../command.ts';
import { requireFile } from '../file-input.ts';
import { table, counted, describeRun, type Output, startProgress } from '../output.ts';

interface ImportOptions extends Shared {
  mail?: boolean;
  map?: string[];
  campaign?: string;
  user?: string;
}
interface ExportOptions extends Shared {
  campaign?: string;
  csv?: boolean;
  posts?: boolean;
}

const pageSize = 100;

const campaignIdOf = (text: string | undefined): string | undefined => (text === undefined ? undefined : idOf(text, 'Campaign'));

/** Parses `title=Post Title` and so on. Throws `invalid`. */
function mappingOf(pairs: readonly string[] | undefined): ImportMapping | undefined {
  if (pairs === undefined) return undefined;
  const parsed = checked(
    importMappingSchema,
    Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2))),
    '--map takes FIELD=COLUMN',
  );
  return parsed;
}

/** Otherwise, the posts would wait for the job of a server. */
async function awaitModel({ discovery: { rescoring } }: Core, out: Output): Promise<void> {
  const waiting = await rescoring.countWaiting(null);
  if (waiting > 0) out.say(`The model scores ${counted(waiting, 'post')}. Ctrl+C ends this command; a server then continues.`);
  await rescoring.settled();
}

async function runImport(files: readonly string[], options: ImportOptions): Promise<void> {
  for (const file of files) if (file !== '-') requireFile(file);
  const mapping = mappingOf(options.map);
  await withCore(options, async (core, out) => {
    const campaignId = campaignIdOf(options.campaign);
    const actor = campaignId === undefined ? await actingUser(core, options.user) : systemActor;
    const started: string[] = [];
    for (const file of files) {
      const progress = startProgress(file, () => 0);
      const { runId } = await core.discovery.pipeline.importFile(actor, file === '-' ? process.stdin : file, {
        campaignId,
        mapping,
        isMail: options.mail,
        onBytes: (bytes) => progress.at(bytes),
      });
      started.push(runId);
      await core.discovery.pipeline.settled();
      progress.stop();
    }
    await awaitModel(core, out);
    const campaigns =
      campaignId === undefined ? (await core.inbox.campaigns.list(actor, { limit: pageSize })).items.map(({ id }) => id) : [campaignId];
    const runs = await Promise.all(
      campaigns.map(async (id) =>
        (await core.inbox.campaigns.runs(actor, id, { limit: pageSize })).items
          .filter((run) => run.source === 'import' && Number(run.id) >= Number(started[0]))
          .toReversed(),
      ),
    );
    const done = runs.flat();
    for (const { error } of done) if (error) out.say(error);
    out.result(done, () => done.map(({ campaignId: id, state, counts }) => `Campaign ${id}: ${state}, ${describeRun(counts)}.`).join('\n'));
    if (done.some(({ state }) => state === 'failed')) process.exitCode = 1;
  });
}

async function runExport(options: ExportOptions): Promise<void> {
  await withCore(options, async (core) => {
    const campaignId = campaignIdOf(options.campaign);
    const filter = campaignId === undefined ? {} : { campaignId };
    const form = options.csv ? 'csv' : options.json ? 'json' : 'jsonl';
    const { text } = options.posts
      ? await core.inbox.exports.posts(systemActor, postFilterQuery.parse(filter), form)
      : await core.inbox.exports.leads(systemActor, leadFilterQuery.parse(filter), form);
    await pipeline(Readable.from(text), process.stdout, { end: false });
  });
}

export function addTransferCommands(program: Command): void {
  leaf(program, {
    usage: 'import <files...>',
    about:
      'Import posts and comments from files (JSON, JSONL, or CSV with any columns, alert emails as .eml or .mbox, also .gz and .zip; "-" reads standard input) into one or all active campaigns',
    example: 'earshot import posts.jsonl.gz --campaign 1',
  })
    .option('--campaign <id>', 'import into this campaign only')
    .option('--user <email>', 'import into every active campaign of this account')
    .option('--mail', 'the files hold alert emails, whatever they look like')
    .option('--map <field=column>', `which column holds what (repeatable; guessed without it): ${importFields.join(', ')}`, collect)
    .action(runImport);
  leaf(program, {
    usage: 'export',
    about: 'Print leads or posts as JSON Lines, JSON, or CSV',
    example: 'earshot export --campaign 1 --csv > leads.csv',
  })
    .option('--campaign <id>', 'export this campaign only')
    .option('--posts', 'export posts instead of leads')
    .addOption(new Option('--csv', 'print CSV with a header; cells that look like formulas are escaped').conflicts('json'))
    .action(runExport);
}

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
