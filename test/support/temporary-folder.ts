import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for the whole run, in which tests and the processes they start make theirs; it is removed with them. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-tests-'));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  // Processes that tests start load the sources faster from it. Most are killed, which keeps them from writing it themselves.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compile-cache');
  spawnSync(process.execPath, ['--eval', "import('#core/open.ts')"]);
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
