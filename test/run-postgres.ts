import { spawn, spawnSync } from 'node:child_process';
import { chownSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectPostgres } from '#core/platform/db/connect-postgres.ts';
import { migrate } from '#core/platform/db/migrate.ts';
import { onServer, templateName } from './support/test-database.ts';

/** Runs the service tests on PostgreSQL, which it starts itself on loopback; arguments: test files, or all of them. */

const oldestVersion = 15;
/** What the support opens on either engine; a database on disk stays SQLite. */
const opensDatabase = /support\/(?:make-core|serve|connected|notified)\.ts/;

class NoPostgres extends Error {}

const versionOf = (folder: string): number =>
  Number(/(\d+)/.exec(spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1] ?? 0);

function findBinaries(): string {
  const folders = [...globSync('/usr/lib/postgresql/*/bin'), '/usr/local/bin', '/usr/bin', '/opt/homebrew/bin'];
  const found = folders.filter((folder) => versionOf(folder) >= oldestVersion).toSorted((a, b) => versionOf(b) - versionOf(a))[0];
  if (found === undefined) throw new NoPostgres(`PostgreSQL ${oldestVersion} or newer isn't installed`);
  return found;
}

/** PostgreSQL refuses to run as root. */
function findUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((one) => one.startsWith(`${name}:`))
      ?.split(':');
    if (line) return { uid: Number(line[2]), gid: Number(line[3]) };
  }
  throw new NoPostgres("PostgreSQL doesn't run as root, and there is no user postgres or nobody");
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Data that is thrown away needn't survive a crash. */
const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200', 'listen_addresses=127.0.0.1'];

async function startPostgres(folder: string) {
  const binaries = findBinaries();
  const user = findUser();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const run = (name: string, args: string[]): void => {
    const { status, stderr } = spawnSync(join(binaries, name), args, {
      ...user,
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (status !== 0) throw new NoPostgres(`${name} failed: ${(stderr ?? '').trim().split('\n').at(-1) ?? ''}`);
  };
  run('initdb', ['-D', data, '-U', 'earshot', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']);
  // Others than the superuser need a password.
  writeFileSync(join(data, 'pg_hba.conf'), 'host all earshot 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n');
  const port = await findPort();
  const options = [...settings, `unix_socket_directories=${folder}`].map((setting) => `-c ${setting}`).join(' ');
  // With a pipe for its messages, pg_ctl would wait for the server that inherits it.
  const control = (args: string[]) =>
    spawnSync(join(binaries, 'pg_ctl'), ['-D', data, '-w', ...args], { ...user, cwd: folder, stdio: 'ignore' });
  if (control(['-l', join(folder, 'log'), '-o', `${options} -p ${port}`, 'start']).status !== 0)
    throw new NoPostgres(`the server didn't start: ${readFileSync(join(folder, 'log'), 'utf8').trim().split('\n').at(-1) ?? ''}`);
  return { url: `postgres://earshot@127.0.0.1:${port}`, stop: () => void control(['-m', 'immediate', 'stop']) };
}

async function makeTemplate(url: string): Promise<void> {
  await onServer(url, `create database ${templateName}`);
  const db = await connectPostgres(`${url}/${templateName}`);
  await migrate(db);
  await db.destroy();
}

const listFiles = (): string[] =>
  globSync(['src/**/*.test.ts', 'test/**/*.test.ts']).filter(
    (file) => file.startsWith('test/postgres/') || opensDatabase.test(readFileSync(file, 'utf8')),
  );

async function runTests(url: string, files: readonly string[]): Promise<number> {
  const child = spawn('vitest', ['run', ...files], { stdio: 'inherit', env: { ...process.env, EARSHOT_TEST_POSTGRES: url } });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

const folder = mkdtempSync(join(tmpdir(), 'earshot-postgres-'));
try {
  const { url, stop } = await startPostgres(folder);
  try {
    await makeTemplate(url);
    const given = process.argv.slice(2);
    process.exitCode = await runTests(url, given.length > 0 ? given : listFiles());
  } finally {
    stop();
  }
} catch (error) {
  if (!(error instanceof NoPostgres)) throw error;
  process.stdout.write(`skipped: no PostgreSQL (${error.message})\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
