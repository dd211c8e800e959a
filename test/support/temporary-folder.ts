import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const minMemoryBytes = 4e9;

function isRoomy(): boolean {
  if (!existsSync(memory) || /^\S+ \/dev\/shm \S+ \S*\bnoexec\b/m.test(readFileSync('/proc/mounts', 'utf8'))) return false;
  const { bavail, bsize } = statfsSync(memory);
  return Math.min(bavail * bsize, process.availableMemory()) > minMemoryBytes;
}

/**
 * Makes a folder in memory if there is one: data that is thrown away needn't survive a crash, and half of a run would be waiting for
 * the disk. `TMPDIR` overrides it.
 */
export const makeTemporaryFolder = (name: string): string =>
  mkdtempSync(join(process.env['TMPDIR'] === undefined && isRoomy() ? memory : tmpdir(), name));

/** A folder for the whole run, in which tests and the processes they start make theirs; it is removed with them. */
export default function setup(): () => void {
  const folder = makeTemporaryFolder('earshot-tests-');
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  // Processes that tests start load the sources faster from it. Most are killed, which keeps them from writing it themselves.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compile-cache');
  spawnSync(process.execPath, ['--eval', "import('#core/open.ts')"]);
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
