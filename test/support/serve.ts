import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PasswordCost } from '#core/accounts/passwords.ts';
import { systemActor } from '#core/platform/actor.ts';
import { parseConfig, type ConfigInput } from '#core/platform/config.ts';
import { silentLog, type Log } from '#core/platform/log.ts';
import { openCore, type Core } from '#core/open.ts';
import { openTestDatabase } from './test-database.ts';
import type { OpenDatabase } from '#core/platform/db/open-database.ts';
import type { DiskSpace } from '#core/platform/guards/disk.ts';
import { serve, type ServeOptions } from '#server/main.ts';
import type { AuthResult } from '#shared/auth.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Undefined if the response isn't JSON. */
  json: unknown;
}
export interface Api {
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  put(path: string, body?: unknown): Promise<Answer>;
  patch(path: string, body?: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  send(method: string, path: string, init?: RequestInit): Promise<Answer>;
}

export interface TestServer {
  url: string;
  core: Core;
  clock: { now: number };
  /** Calls paths under `/api`, with this bearer token if given. */
  api(token?: string): Api;
  /** Creates an account directly in the service and signs in. The first one is an admin unless a role is given. */
  member(name: string, role?: 'user' | 'admin'): Promise<AuthResult & { password: string; email: string }>;
  close(): Promise<void>;
}

export interface ServerOptions extends ServeOptions {
  log?: Log;
  onDisk?: boolean;
  /** Instead of a new one. */
  database?: OpenDatabase | undefined;
  /** Free disk space in bytes. */
  diskSpace?: DiskSpace;
  /** Cheap by default: the real cost is a quarter of a second each. */
  passwordCost?: PasswordCost;
}

const cheap: PasswordCost = { memory: 8, passes: 1 };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function createApi(url: string, token?: string): Api {
  async function send(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    const response = await fetch(`${url}/api${path}`, { redirect: 'manual', ...init, method, headers });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parseJson(text) };
  }
  const withBody = (method: string) => (path: string, body?: unknown) =>
    send(method, path, body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  return {
    send,
    get: (path) => send('GET', path),
    delete: (path) => send('DELETE', path),
    post: withBody('POST'),
    put: withBody('PUT'),
    patch: withBody('PATCH'),
  };
}

/** A complete server on a free loopback port with its own core. The clock moves only when set. */
export async function makeServer(config: ConfigInput = {}, options: ServerOptions = {}): Promise<TestServer> {
  const { log = silentLog, onDisk = false, database, passwordCost = cheap, diskSpace, ...serveOptions } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-test-'));
  const clock = { now: Date.UTC(2026, 10, 21, 9) };
  const parsed = parseConfig({
    dataDir,
    reddit: { source: 'off' },
    scoring: { reader: 'off' },
    ...config,
    http: { port: 0, ...config.http },
  });
  const core = await openCore(parsed, {
    log,
    now: () => clock.now,
    hold: 'own',
    database: onDisk ? undefined : (database ?? (await openTestDatabase())),
    passwordCost,
    ...(diskSpace && { diskSpace }),
  });
  const running = await serve(core, { webRoot: join(dataDir, 'web'), pollMs: 25, drainMs: 2000, ...serveOptions });
  return {
    url: running.url,
    core,
    clock,
    api: (token) => createApi(running.url, token),
    async member(name, role) {
      const password = `${name} has a long one`;
      const email = `${name}@example.test`;
      await core.accounts.users.addUser(systemActor, { username: name, email, password, ...(role && { role }) });
      return { ...(await core.accounts.users.signIn({ email, password }, '192.0.2.1')), password, email };
    },
    async close() {
      await running.close();
      await core.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
