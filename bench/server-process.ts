// Servers in processes of their own, so that their CPU time and memory are measured without the client's.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { type ConfigInput, parseConfig } from '#core/platform/config.ts';
import { transact } from '#core/platform/db/connect.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { tryWrite } from '#core/platform/db/status-queries.ts';
import { createLog } from '#core/platform/log.ts';
import { openCore } from '#core/open.ts';
import { discover } from '#jobs/jobs.ts';
import { startJobs } from '#jobs/scheduler.ts';
import { serve } from '#server/main.ts';
import { cpuMilliseconds, processCpuMilliseconds } from './cpu.ts';

/** What a process has used since it started. */
interface Usage {
  /** User and system time of all threads, in ms. */
  cpuMs: number;
  /** Resident memory in MiB. */
  memory: number;
  /** CPU ms of the main thread in the longest turn of its event loop since the last reading; 0 unless turns are watched. */
  turnMs: number;
}
export interface ServerProcess {
  url: string;
  usage(): Promise<Usage>;
  /** From now on, commits a small change ten times a second. */
  write(): void;
  /** Notifies every connected browser. */
  announce(): void;
  /** Stores a post as if it were fetched from Reddit, and scores it. */
  ingest(item: FetchedItem): void;
  /** From now on, watches the turns of the event loop. */
  watch(): void;
  close(): Promise<void>;
}
/** What `earshot serve` is started on; `databaseUrl`: of PostgreSQL. */
export interface Instance {
  dataDir: string;
  clockAheadMs?: number;
  databaseUrl?: string | undefined;
  /** Fetches from here on its schedule. */
  reddit?: NonNullable<ConfigInput>['reddit'];
  /** Default: that of `http.connectionsPerAddress`. */
  connectionsPerAddress?: number;
}
type Served = ({ kind: 'earshot' } & Instance) | { kind: 'bare'; file: string; type: string };

const writeEveryMs = 100;
const watchEveryMs = 2;
const file = new URL(import.meta.url).pathname;

async function messageOf<T>(child: ChildProcess): Promise<T> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    const ended = once(child, 'exit', { signal }).then(([code]) => Promise.reject(new Error(`The server ended with ${String(code)}`)));
    const [message] = (await Promise.race([once(child, 'message', { signal }), ended])) as [T];
    return message;
  } finally {
    waiting.abort();
  }
}

async function start(served: Served, execArgv: readonly string[] = []): Promise<ServerProcess> {
  const child = fork(file, [JSON.stringify(served)], {
    execArgv: [...execArgv],
    env: { ...process.env, UV_THREADPOOL_SIZE: '8' },
    stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
  });
  const url = await messageOf<string>(child);
  return {
    url,
    usage() {
      const answer = messageOf<Usage>(child);
      child.send('usage');
      return answer;
    },
    write: () => void child.send('write'),
    announce: () => void child.send('announce'),
    ingest: (item) => void child.send({ item }),
    watch: () => void child.send('watch'),
    async close() {
      const ended = once(child, 'exit');
      child.send('close');
      await ended;
    },
  };
}

/** Serves an instance as `earshot serve` does, without jobs other than fetching. Its log goes nowhere. */
export const startEarshot = (instance: Instance, execArgv: readonly string[] = []): Promise<ServerProcess> =>
  start({ kind: 'earshot', ...instance }, execArgv);

/** Koa alone, which answers everything with the bytes of a file. */
export const startBare = (bytesFile: string, type: string): Promise<ServerProcess> => start({ kind: 'bare', file: bytesFile, type });

async function serveEarshot({ dataDir, clockAheadMs = 0, databaseUrl, reddit, connectionsPerAddress }: Instance) {
  const database = databaseUrl === undefined ? {} : { database: { client: 'postgres' as const, url: databaseUrl } };
  const http = { port: 1, ...(connectionsPerAddress !== undefined && { connectionsPerAddress }) };
  const config = parseConfig({ dataDir, reddit: reddit ?? { source: 'off' }, http, scoring: { reader: 'off' }, ...database });
  const core = await openCore(config, {
    log: await createLog('info', false),
    now: () => Date.now() + clockAheadMs,
    hold: 'own',
    discovery: { scoringThread: true },
  });
  const server = await serve({ ...core, config: { ...core.config, http: { ...core.config.http, port: 0 } } });
  const stopJobs = reddit === undefined ? null : await startJobs(core, [discover]);
  let writing: NodeJS.Timeout | undefined;
  return {
    url: server.url,
    write() {
      writing = setInterval(() => void tryWrite(core.db), writeEveryMs);
    },
    announce: () => core.bus.announce(null, ['everything-changed']),
    async ingest(item: FetchedItem) {
      await transact(core.db, (trx) => core.inbox.items.store(trx, { scope: '', source: 'api', items: [item], now: core.now() }));
      core.discovery.pipeline.scoreSoon();
    },
    async close() {
      clearInterval(writing);
      await stopJobs?.();
      await server.close();
      await core.close();
    },
  };
}

async function serveBare({ file: bytesFile, type }: Extract<Served, { kind: 'bare' }>) {
  const bytes = readFileSync(bytesFile);
  const app = new Koa();
  app.use((ctx) => {
    ctx.type = type;
    ctx.body = bytes;
  });
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    write: () => undefined,
    announce: () => undefined,
    ingest: () => Promise.resolve(),
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

let turnMs = 0;

function watchTurns(): void {
  let before = cpuMilliseconds();
  setInterval(() => {
    const now = cpuMilliseconds();
    turnMs = Math.max(turnMs, now - before);
    before = now;
  }, watchEveryMs).unref();
}

function usageNow(): Usage {
  const usage = { cpuMs: processCpuMilliseconds(), memory: process.memoryUsage.rss() / 1024 ** 2, turnMs };
  turnMs = 0;
  return usage;
}

if (import.meta.main) {
  const served = JSON.parse(process.argv[2] ?? '') as Served;
  const { url, write, announce, ingest, close } = await (served.kind === 'bare' ? serveBare(served) : serveEarshot(served));
  // A bench that failed leaves no servers behind.
  process.once('disconnect', () => process.exit());
  process.on('message', (message: string | { item: FetchedItem }) => {
    if (typeof message === 'object') void ingest(message.item);
    else if (message === 'usage') process.send?.(usageNow());
    else if (message === 'announce') announce();
    else if (message === 'write') write();
    else if (message === 'watch') watchTurns();
    else void close().then(() => process.disconnect());
  });
  process.send?.(url);
}
