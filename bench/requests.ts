// Requests per second, CPU time, and response times at 50 connections, compared with a bare Koa route that returns the same
// bytes. Each server runs in a process of its own; they are measured in turns, so that other load affects both. With
// `--database postgres --servers N`, the connections are spread over N servers on one PostgreSQL database, as by a proxy.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { systemActor } from '#core/platform/actor.ts';
import { startDefaultPostgres } from '#test/support/postgres-server.ts';
import { onServer } from '#test/support/test-database.ts';
import { type Figure, openBench } from './generated-data.ts';
import { fillPosts, lengthen, makeCampaigns } from './kept-figures.ts';
import { type ServerProcess, startBare, startEarshot } from './server-process.ts';
import { posts, postgresServers, seconds } from './sizes.ts';

const total = posts(20_000);
const allConnections = 50;
const rounds = 3;
const duration = seconds(3);
const servedBy = postgresServers === null ? 'SQLite' : `PostgreSQL and ${postgresServers} of Earshot`;
const yearMs = 365 * 86_400_000;
const password = 'a quiet harbour at noon';

interface Case {
  path: string;
  /** Minimum share of the bare route's requests per second. */
  share: number;
  /** While something is committed ten times a second, after which nothing that was read before is used again. */
  writes?: boolean;
}
const cases: readonly Case[] = [
  { path: '/api/posts?limit=25', share: 0.15 },
  { path: '/api/leads?limit=25', share: 0.15 },
  { path: '/api/auth/me', share: 0.35 },
  { path: '/login', share: 0.35 },
  { path: '/api/posts?limit=25', share: 0.15, writes: true },
];

interface Load {
  headers: Record<string, string>;
  connections: number;
}

interface Round {
  perSecond: number;
  cpuMs: number;
  p50: number;
  p97: number;
}

async function measureOne(server: ServerProcess, path: string, { headers, connections }: Load): Promise<Round & { answered: number }> {
  const before = await server.usage();
  const result = await autocannon({ url: server.url + path, headers, connections, duration });
  const after = await server.usage();
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0)
    throw new Error(`${path}: ${result['2xx']} answered, ${result.non2xx} refused, ${result.errors} failed`);
  return {
    answered: result['2xx'],
    perSecond: result.requests.mean,
    cpuMs: after.cpuMs - before.cpuMs,
    p50: result.latency.p50,
    p97: result.latency.p97_5,
  };
}

/** All connections at once, spread over the servers; response times are those of the slowest server. */
async function measureRound(servers: readonly ServerProcess[], path: string, headers: Record<string, string>): Promise<Round> {
  const each = Math.ceil(allConnections / servers.length);
  const results = await Promise.all(servers.map((server) => measureOne(server, path, { headers, connections: each })));
  const sum = (key: 'perSecond' | 'cpuMs' | 'answered') => results.reduce((all, result) => all + result[key], 0);
  return {
    perSecond: sum('perSecond'),
    cpuMs: sum('cpuMs') / sum('answered'),
    p50: Math.max(...results.map(({ p50 }) => p50)),
    p97: Math.max(...results.map(({ p97 }) => p97)),
  };
}

const medianOf = (results: readonly Round[], key: keyof Round): number =>
  results.map((round) => round[key]).toSorted((a, b) => a - b)[Math.floor(results.length / 2)] ?? Number.NaN;
const shown = (results: readonly Round[]): string =>
  `${medianOf(results, 'perSecond').toFixed(0)}/s, ${medianOf(results, 'cpuMs').toFixed(2)} ms CPU, p50 ${medianOf(results, 'p50')} ms, p97.5 ${medianOf(results, 'p97')} ms`;

interface Target {
  servers: readonly [ServerProcess, ...ServerProcess[]];
  headers: Record<string, string>;
  folder: string;
}

async function measure({ servers, headers, folder }: Target, { path, share, writes = false }: Case): Promise<Figure> {
  const [server] = servers;
  if (writes) server.write();
  const reply = await fetch(server.url + path, { headers });
  if (!reply.ok) throw new Error(`${path} answers ${reply.status}`);
  const bytes = Buffer.from(await reply.arrayBuffer());
  const file = join(folder, 'bare.bytes');
  writeFileSync(file, bytes);
  const koa = await startBare(file, reply.headers.get('content-type') ?? '');
  const [ours, bare]: [Round[], Round[]] = [[], []];
  try {
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      const [own, alone] = [await measureRound(servers, path, headers), await measureRound([koa], '/', {})];
      if (round > 0) void (ours.push(own), bare.push(alone));
    }
  } finally {
    await koa.close();
  }
  return {
    figure: `${path}${writes ? ', ten commits a second' : ''}, ${servedBy}, ${(bytes.length / 1000).toFixed(1)} kB, ${total} posts, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
    ours: shown(ours),
    yardstick: `${shown(bare)} by bare Koa`,
    ratio: `${(medianOf(ours, 'perSecond') / medianOf(bare, 'perSecond')).toFixed(3)}, CPU ${(medianOf(bare, 'cpuMs') / medianOf(ours, 'cpuMs')).toFixed(3)}`,
    target: `≥ ${share}, p95 ≤ 120 ms`,
  };
}

/** Fills a data folder and closes it again; returns a session's token. */
async function fill(folder: string, databaseUrl: string | undefined): Promise<string> {
  const { core, clock, close } = await openBench({ folder, databaseUrl });
  try {
    const account = { username: 'ada', email: 'ada@example.test', password };
    const { id } = await core.accounts.users.addUser(systemActor, account);
    await fillPosts(core, await makeCampaigns(core, [{ kind: 'user', userId: id, role: 'user' }], 5), total);
    await lengthen(core);
    clock.now = Date.now() + yearMs;
    return (await core.accounts.users.signIn(account, '127.0.0.1')).token;
  } finally {
    await close();
  }
}

async function runOn(folder: string, databaseUrl: string | undefined): Promise<Figure[]> {
  const token = await fill(folder, databaseUrl);
  const start = () => startEarshot({ dataDir: folder, clockAheadMs: yearMs, databaseUrl });
  const servers: [ServerProcess, ...ServerProcess[]] = [await start()];
  while (servers.length < (postgresServers ?? 1)) servers.push(await start());
  const headers = { authorization: `Bearer ${token}`, accept: 'text/html, application/json' };
  const figures: Figure[] = [];
  for (const one of cases) figures.push(await measure({ servers, headers, folder }, one));
  for (const server of servers) await server.close();
  return figures;
}

export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
  const postgres = postgresServers === null ? null : await startDefaultPostgres();
  try {
    if (postgres !== null) await onServer(postgres.url, 'create database earshot');
    return await runOn(folder, postgres === null ? undefined : `${postgres.url}/earshot`);
  } finally {
    postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.table(await run());
