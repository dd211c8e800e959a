// Browsers connected by socket.io over loopback to a server process: memory of each, CPU time of a notification to all of them,
// and the time from a post's arrival to the last browser of those whose campaigns match it. With `--database postgres --servers N`,
// the browsers are spread over N servers on one PostgreSQL database.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { systemActor } from '#core/platform/actor.ts';
import { textOnly } from '#core/platform/item.ts';
import { campaignInputSchema } from '#shared/campaigns.ts';
import { startDefaultPostgres } from '#test/support/postgres-server.ts';
import { onServer } from '#test/support/test-database.ts';
import { type Figure, openBench } from './generated-data.ts';
import { type Instance, type ServerProcess, startEarshot } from './server-process.ts';
import { postgresServers, sockets } from './sizes.ts';

const total = sockets(1000);
/** As many as the server allows a user. */
const tabsEach = 10;
/** Fewer than may wait for sign-in from one address. */
const atOnce = 25;
const rounds = 20;
/** Within a second, a user's browsers aren't told twice that there are new leads. */
const staleEveryMs = 1500;
const password = 'a quiet harbour at noon';

/** Users with the same campaign. Returns a session of each. */
async function fill(folder: string, databaseUrl: string | undefined): Promise<string[]> {
  const { core, clock, close } = await openBench({ folder, databaseUrl, passwordCost: { N: 16, r: 8, p: 1 } });
  try {
    clock.now = Date.now();
    const tokens: string[] = [];
    for (let n = 0; n < Math.ceil(total / tabsEach); n += 1) {
      const account = { username: `user${n}`, email: `user${n}@example.test`, password };
      const { id } = await core.accounts.users.addUser(systemActor, account);
      const campaign = {
        name: 'Invoices',
        leadThreshold: 50,
        offering: 'Invoicing software for freelancers',
        rules: [{ text: 'invoic*' }],
        subreddits: ['freelance'],
      };
      await core.inbox.campaigns.create({ kind: 'user', userId: id, role: 'user' }, campaignInputSchema.parse(campaign));
      tokens.push((await core.accounts.users.signIn(account, `10.0.${n >> 8}.${n & 255}`)).token);
    }
    await core.discovery.pipeline.settled();
    return tokens;
  } finally {
    await close();
  }
}

const opened = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });

async function connectAll(urls: readonly string[], tokens: readonly string[]): Promise<Socket[]> {
  const clients: Socket[] = [];
  while (clients.length < total) {
    const group = Array.from({ length: Math.min(atOnce, total - clients.length) }, (_, n) =>
      io(urls[(clients.length + n) % urls.length] ?? '', {
        auth: { token: tokens[Math.floor((clients.length + n) / tabsEach)] },
        forceNew: true,
        transports: ['websocket'],
        reconnection: false,
      }),
    );
    clients.push(...group);
    await Promise.all(group.map(opened));
  }
  return clients;
}

/** Resolves once every client was told that this is out of date. */
const allStale = (clients: readonly Socket[], key: string): Promise<unknown> =>
  Promise.all(
    clients.map(
      (client) =>
        new Promise<void>((resolve) => {
          const listen = ({ keys }: { keys: readonly string[] }): void => {
            if (!keys.includes(key)) return;
            client.off('stale', listen);
            resolve();
          };
          client.on('stale', listen);
        }),
    ),
  );

const medianOf = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

async function timeEach(count: number, pauseMs: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    await sleep(pauseMs);
    const began = performance.now();
    await work(n);
    times.push(performance.now() - began);
  }
  return medianOf(times);
}

/** Each in words of its own: a nearly identical text would count as the same. */
const needs = [
  'My clients pay late and I spend my evenings chasing them. Can anyone recommend a tool that reminds them? I can pay 20 dollars a month.',
  'As a photographer I bill about thirty customers each month and still use a spreadsheet. Which app would you suggest?',
  'We are a studio of four people who lost track of what is unpaid. Looking for software that sends reminders by itself.',
  'Just started out as a translator, and my accountant wants proper numbering and tax lines. What do you use for that?',
  'The program that I paid for was shut down last week. I need an alternative before the end of this quarter, any tips?',
];

const leadAt = (n: number) => ({
  ...textOnly,
  fullname: `t3_lead${n}`,
  kind: 'post' as const,
  subreddit: 'freelance',
  author: `author${n}`,
  title: `Looking for invoicing software, ${n + 1}`,
  body: needs[n % needs.length] ?? '',
  permalink: `https://www.reddit.com/comments/lead${n}/`,
  createdAt: Date.now(),
});

type Servers = readonly [ServerProcess, ...ServerProcess[]];

/** Of all servers together. */
async function usageOf(servers: Servers): Promise<{ cpuMs: number; memory: number }> {
  const usages = await Promise.all(servers.map((server) => server.usage()));
  const sum = (key: 'cpuMs' | 'memory') => usages.reduce((all, usage) => all + usage[key], 0);
  return { cpuMs: sum('cpuMs'), memory: sum('memory') };
}

async function measure(servers: Servers, tokens: readonly string[]): Promise<Figure[]> {
  const [server] = servers;
  const idle = await usageOf(servers);
  const clients = await connectAll(
    servers.map(({ url }) => url),
    tokens,
  );
  const connected = await usageOf(servers);
  const announce = async (): Promise<void> => {
    const received = allStale(clients, 'everything-changed');
    server.announce();
    await received;
  };
  await announce();
  const before = await usageOf(servers);
  const announced = await timeEach(rounds, 0, announce);
  const after = await usageOf(servers);
  const found = await timeEach(needs.length, staleEveryMs, async (n) => {
    const received = allStale(clients, 'leads-changed');
    server.ingest(leadAt(n));
    await received;
  });
  const perSocket = ((connected.memory - idle.memory) * 1024) / total;
  const perAnnouncement = (after.cpuMs - before.cpuMs) / rounds;
  for (const client of clients) client.disconnect();
  const load = `${postgresServers === null ? 'SQLite' : `PostgreSQL and ${servers.length} of Earshot`}, load ${(loadavg()[0] ?? 0).toFixed(1)}`;
  return [
    {
      figure: `${total} sockets of ${tokens.length} users: memory`,
      ours: `${perSocket.toFixed(0)} KiB each`,
      yardstick: `${idle.memory.toFixed(0)} MiB without, ${connected.memory.toFixed(0)} MiB with them`,
      ratio: '',
      target: '',
    },
    {
      figure: `connecting ${total} sockets, ${load}`,
      ours: `${((connected.cpuMs - idle.cpuMs) / total).toFixed(2)} ms of CPU time each`,
      yardstick: '',
      ratio: '',
      target: '',
    },
    {
      figure: `a notification to ${total} sockets, ${load}`,
      ours: `${perAnnouncement.toFixed(1)} ms of CPU time, ${announced.toFixed(0)} ms to the last browser`,
      yardstick: '',
      ratio: `${((1000 * perAnnouncement) / total).toFixed(0)} µs per socket`,
      target: '',
    },
    {
      figure: `a post becomes a lead of ${tokens.length} users, ${load}`,
      ours: `${found.toFixed(0)} ms to the last browser`,
      yardstick: '',
      ratio: '',
      target: '',
    },
  ];
}

async function runOn(folder: string, databaseUrl: string | undefined): Promise<Figure[]> {
  const tokens = await fill(folder, databaseUrl);
  const limits = ['--max-semi-space-size=8', '--heap-growing-percent=40'];
  const instance: Instance = { dataDir: folder, databaseUrl, connectionsPerAddress: total + 10 };
  const servers: [ServerProcess, ...ServerProcess[]] = [await startEarshot(instance, limits)];
  try {
    while (servers.length < (postgresServers ?? 1)) servers.push(await startEarshot(instance, limits));
    return await measure(servers, tokens);
  } finally {
    for (const server of servers) await server.close();
  }
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
