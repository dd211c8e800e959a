import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { connectPostgres } from '#core/platform/db/postgres/connect-postgres.ts';
import { migrate } from '#core/platform/db/migrate.ts';
import { NoPostgres, startPostgres } from './support/postgres-server.ts';
import { onServer, templateName } from './support/test-database.ts';

/**
 * Runs tests on PostgreSQL, which it starts itself on loopback. Arguments: `--short` for the part that `npm test` runs, and options
 * and files for Vitest; by default every test that can run on either engine.
 */

/** What the support opens on either engine; a database on disk stays SQLite. */
const opensDatabase = /support\/(?:assistants|make-core|serve|connected|notified|test-database|rig)\.ts/;
/** Tests of a database that run on SQLite only, and why. */
const sqliteOnly: Record<string, string> = {
  'src/core/platform/db/db.test.ts': 'pragmas and the lock of the data folder',
  'src/core/platform/db/reading.test.ts': 'read-only connections beside the writer',
  'src/core/platform/db/restore.test.ts': 'files; pg_restore replaces them',
  'src/core/instance/deletion-report/purges.test.ts': 'deleted pages in the file and its log',
  'src/core/discovery/pass/killed.test.ts': 'processes on a file; test/postgres/killed-servers.test.ts kills servers',
  'src/core/notifications/killed.test.ts': 'processes on a file',
  'src/core/replies/outbox/killed.test.ts': 'processes on a file',
  'src/cli/cli.test.ts': 'processes on a file; test/postgres has its own',
  'src/cli/hostile-text.test.ts': 'processes on a file',
  'src/cli/commands/lead.test.ts': 'processes on a file',
  'src/cli/commands/scan.test.ts': 'processes on a file',
  'src/cli/run-doctor.test.ts': 'broken files; test/postgres/doctor.test.ts',
  'src/cli/start-errors.test.ts': 'broken files; test/postgres/start-errors.test.ts',
  'src/core/inbox/campaigns/moving.test.ts': 'reads the schema of SQLite; admin/merging.test.ts moves campaigns',
  'test/schema.test.ts': 'compares the SQLite schema with its row types',
  'test/package.test.ts': 'a package on a file',
  'test/security/migrations.test.ts': 'SQLite files; test/postgres/open.test.ts',
  'test/security/accepted.test.ts': 'kills a server on a file',
};
/** Migrations, search, failures, the copy, and one or several servers, in a few minutes. */
const short = 'test/postgres/';

async function makeTemplate(url: string): Promise<void> {
  await onServer(url, `create database ${templateName}`);
  const db = await connectPostgres(`${url}/${templateName}`);
  await migrate(db);
  await db.destroy();
}

const listFiles = (): string[] =>
  globSync(['src/**/*.test.ts', 'test/**/*.test.ts']).filter(
    (file) => !(file in sqliteOnly) && (file.startsWith(short) || opensDatabase.test(readFileSync(file, 'utf8'))),
  );

async function runTests(url: string, args: readonly string[]): Promise<number> {
  const child = spawn('node_modules/.bin/vitest', ['run', ...args], {
    stdio: 'inherit',
    env: { ...process.env, EARSHOT_TEST_POSTGRES: url },
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

function filesAndOptions(args: readonly string[]): string[] {
  const given = args.filter((arg) => arg !== '--short');
  if (given.some((arg) => !arg.startsWith('--'))) return given;
  return [...given, ...(args.includes('--short') ? [short] : listFiles())];
}

function printSqliteOnly(): void {
  for (const [file, reason] of Object.entries(sqliteOnly)) process.stdout.write(`SQLite only: ${file} (${reason})\n`);
}

try {
  const { url, stop } = await startPostgres();
  try {
    await makeTemplate(url);
    process.exitCode = await runTests(url, filesAndOptions(process.argv.slice(2)));
    if (process.argv.length === 2) printSqliteOnly();
  } finally {
    stop();
  }
} catch (error) {
  if (!(error instanceof NoPostgres)) throw error;
  process.stdout.write(`skipped: no PostgreSQL (${error.message})\n`);
}
