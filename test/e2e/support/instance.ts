import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'playwright/test';
import type { AuthResult } from '#shared/auth.ts';
import { freePort } from '#test/support/free-port.ts';

export interface Instance {
  url: string;
  dataDir: string;
  /** Calls the API; throws unless the call succeeds. */
  api<T>(method: string, path: string, options?: { token?: string; body?: unknown }): Promise<T>;
  register(name: string): Promise<AuthResult>;
  kill(signal: NodeJS.Signals): Promise<void>;
  close(): Promise<void>;
}

export const password = 'a quiet harbour at noon';

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stderr) throw new Error('The server has no stderr');
  const output: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    output.push(line);
    const found = /listening on (http:\S+)/.exec(line);
    if (found?.[1]) {
      child.stderr.resume();
      return found[1];
    }
  }
  throw new Error(`The server did not start:\n${output.join('\n')}`);
}

/** For an instance that must know its address before it starts. */
export async function ownAddress(): Promise<Record<string, string>> {
  const port = String(await freePort());
  return { EARSHOT_HTTP__PORT: port, EARSHOT_HTTP__PUBLIC_URL: `http://localhost:${port}` };
}

/** The product as users start it: `earshot serve` in its own process, on a free port, with a new data folder. */
export async function startInstance(environment: Record<string, string> = {}, folder?: string): Promise<Instance> {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'earshot-e2e-'));
  const child = spawn(process.execPath, ['bin/earshot', 'serve'], {
    env: {
      ...process.env,
      EARSHOT_DATA_DIR: dataDir,
      EARSHOT_HTTP__PORT: '0',
      EARSHOT_REDDIT__SOURCE: 'off',
      EARSHOT_SCORING__READER: 'off',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = await addressOf(child);
  const ended = once(child, 'exit');
  const instance: Instance = {
    url,
    dataDir,
    async api(method, path, { token, body } = {}) {
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return (text === '' ? null : JSON.parse(text)) as never;
    },
    register: (name) => instance.api('POST', '/auth/register', { body: { username: name, email: `${name}@example.com`, password } }),
    async kill(signal) {
      child.kill(signal);
      await ended;
    },
    async close() {
      if (child.exitCode === null && child.signalCode === null) await instance.kill('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return instance;
}

/** Runs a job now, after its schedule's own run if one is under way. */
export async function runJob({ url }: Instance, token: string, name: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const run = async () => (await fetch(`${url}/api/admin/jobs/${name}/run`, { method: 'POST', headers })).status;
  await expect.poll(run).toBeLessThan(300);
}
