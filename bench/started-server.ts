import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** `earshot serve` as users start it. */
export interface StartedServer {
  url: string;
  /** Resident memory in MiB. */
  resident(): Promise<number>;
  close(): Promise<void>;
}

async function residentOf({ pid }: ChildProcess): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1024;
}

/** Starts `bin/earshot` by its first line, which sets limits of memory. */
export async function startServer(dataDir: string): Promise<StartedServer> {
  const env = { PATH: process.env['PATH'] ?? '', EARSHOT_DATA_DIR: dataDir, EARSHOT_HTTP__PORT: '0', EARSHOT_REDDIT__SOURCE: 'off' };
  const child = spawn(fileURLToPath(new URL('../bin/earshot', import.meta.url)), ['serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`earshot serve ended with ${String(code)}`)));
    createInterface({ input: child.stderr }).on('line', (line) => {
      const found = /listening on (\S+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    url,
    resident: () => residentOf(child),
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
