import { spawnSync } from 'node:child_process';
import { chownSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { freePort } from './free-port.ts';

const oldestVersion = 15;

/** PostgreSQL isn't installed, or can't run here. */
export class NoPostgres extends Error {}

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

const ownSettings = ['max_connections=200', 'listen_addresses=127.0.0.1'];
const fastSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  ...ownSettings,
];

export interface PostgresServer {
  /** `postgres://earshot@127.0.0.1:port`, without a database; no password is needed. */
  url: string;
  /** Kills the server and starts it again, as after a crash. */
  restart(): void;
  /** Stops it and deletes its data. */
  stop(): void;
}

async function startIn(folder: string, settings: readonly string[]): Promise<PostgresServer> {
  try {
    return start({ binaries: findBinaries(), user: findUser(), port: await freePort(), folder, settings });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Starts PostgreSQL on loopback, as an unprivileged user; `more`: settings such as `work_mem=64MB`. Throws `NoPostgres` with the reason if that isn't possible. */
export const startPostgres = (more: readonly string[] = []): Promise<PostgresServer> =>
  startIn(makeTemporaryFolder('earshot-postgres-'), [...fastSettings, ...more]);

/** With PostgreSQL's default settings and its data on disk, for measurements. */
export const startDefaultPostgres = (): Promise<PostgresServer> => startIn(mkdtempSync(join(tmpdir(), 'earshot-postgres-')), ownSettings);

interface Place {
  binaries: string;
  user: { uid?: number; gid?: number };
  port: number;
  folder: string;
  settings: readonly string[];
}

function start({ binaries, user, port, folder, settings }: Place): PostgresServer {
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const initialized = spawnSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'earshot', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...user, cwd: folder, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
  );
  if (initialized.status !== 0) throw new NoPostgres(`initdb failed: ${initialized.stderr.trim().split('\n').at(-1) ?? ''}`);
  // Others than the superuser need a password.
  writeFileSync(join(data, 'pg_hba.conf'), 'host all earshot 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n');
  const options = [...settings, `unix_socket_directories=${folder}`].map((setting) => `-c ${setting}`).join(' ');
  // With a pipe for its messages, pg_ctl would wait for the server that inherits it.
  const control = (...args: string[]) =>
    spawnSync(join(binaries, 'pg_ctl'), ['-D', data, '-w', ...args], { ...user, cwd: folder, stdio: 'ignore' });
  const log = join(folder, 'log');
  const run = (...args: string[]): void => {
    if (control('-l', log, '-o', `${options} -p ${port}`, ...args).status !== 0)
      throw new NoPostgres(`the server didn't start: ${readFileSync(log, 'utf8').trim().split('\n').at(-1) ?? ''}`);
  };
  run('start');
  return {
    url: `postgres://earshot@127.0.0.1:${port}`,
    restart: () => run('-m', 'immediate', 'restart'),
    stop() {
      control('-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
