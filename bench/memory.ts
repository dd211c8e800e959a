// Memory of `earshot serve` each minute while several people read: lists, searches, posts, leads, reports, and exports.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemActor } from '#core/platform/actor.ts';
import { type Figure, createRandom, openBench, topicOf } from './generated-data.ts';
import { fillFetched, fillPosts, lengthen, makeCampaigns, type User } from './kept-figures.ts';
import { posts, seconds } from './sizes.ts';
import { startServer } from './started-server.ts';

const total = posts(50_000);
const duration = seconds(600) * 1000;
const samples = 10;
const people = 5;
const tabsEach = 2;
const password = 'a quiet harbour at noon';

/** `ids`: of the reader's own posts. */
const routes: readonly ((n: number, ids: readonly string[]) => string)[] = [
  () => '/posts',
  () => '/posts?sort=-createdAt&limit=50',
  (n) => `/posts?minScore=${n % 100}&limit=50`,
  (n) => `/posts?q=${topicOf(n)}%20${topicOf(n * 7)}`,
  (n, ids) => `/posts/${ids[n % ids.length]}`,
  () => '/leads',
  (n) => `/leads?minConfidence=${n % 100}`,
  (n) => `/leads?q=${topicOf(n)}`,
  () => '/dashboard',
  () => '/analytics',
  () => '/campaigns',
  () => '/notifications',
  () => '/follow-ups',
  () => '/auth/me',
];
const exportEvery = 500;
/** What each tab waits between requests. */
const pauseMs = 200;

/** Returns a session of each account. */
async function fill(folder: string): Promise<string[]> {
  const { core, clock, close } = await openBench({ folder });
  try {
    const accounts = Array.from({ length: people }, (_, n) => ({ username: `user${n}`, email: `user${n}@example.test`, password }));
    const users: User[] = [];
    for (const account of accounts) {
      const { id } = await core.accounts.users.addUser(systemActor, account);
      users.push({ kind: 'user', userId: id, role: 'user' });
    }
    const campaigns = await makeCampaigns(core, users, 2);
    await fillPosts(core, campaigns, total);
    await fillFetched(core, campaigns);
    await lengthen(core);
    clock.now = Date.now();
    const sessions = await Promise.all(accounts.map((account) => core.accounts.users.signIn(account, '127.0.0.1')));
    return sessions.map(({ token }) => token);
  } finally {
    await close();
  }
}

interface Tally {
  requests: number;
  exports: number;
  /** Costly requests while the same person's others ran. */
  refused: number;
}
interface Reading {
  url: string;
  headers: Record<string, string>;
  until: number;
  tally: Tally;
}

async function listIds({ url, headers }: Reading): Promise<string[]> {
  const response = await fetch(`${url}/api/posts?limit=100`, { headers });
  const { items } = (await response.json()) as { items: { id: string }[] };
  if (items.length === 0) throw new Error('A reader has no posts, so nothing would be measured');
  return items.map(({ id }) => id);
}

async function read(reading: Reading, seed: number): Promise<void> {
  const { url, headers, until, tally } = reading;
  const random = createRandom(seed);
  const ids = await listIds(reading);
  for (let n = 1; performance.now() < until; n += 1) {
    const isExport = n % exportEvery === 0;
    const route = routes[Math.floor(random() * routes.length)];
    const path = isExport ? '/leads/export.csv' : (route?.(Math.floor(random() * 10_000), ids) ?? '/posts');
    const response = await fetch(`${url}/api${path}`, { headers });
    await response.arrayBuffer();
    if (response.status === 429) tally.refused += 1;
    else if (!response.ok) throw new Error(`${path} answers ${response.status}`);
    else if (isExport) tally.exports += 1;
    tally.requests += 1;
    await sleep(pauseMs);
  }
}

const average = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
  const tokens = await fill(folder);
  const server = await startServer(folder);
  const { url } = server;
  try {
    const idle = await server.resident();
    const until = performance.now() + duration;
    const tally: Tally = { requests: 0, exports: 0, refused: 0 };
    const tabs = Array.from({ length: tabsEach }, () => tokens).flat();
    const reading = Promise.all(
      tabs.map((token, seed) => read({ url, headers: { authorization: `Bearer ${token}` }, until, tally }, seed + 1)),
    );
    const memory: number[] = [];
    for (let sample = 0; sample < samples; sample += 1) {
      await Promise.race([reading, sleep(duration / samples)]);
      memory.push(await server.resident());
      console.error(
        `${Math.round((((sample + 1) / samples) * duration) / 1000)} s: ${memory.at(-1)?.toFixed(0)} MiB, ${tally.requests} requests`,
      );
    }
    await reading;
    const [early, late] = [average(memory.slice(2, 6)), average(memory.slice(6))];
    return [
      {
        figure: `memory while ${people} people read in ${tabs.length} tabs for ${duration / 1000} s, ${total} posts, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
        ours: `${Math.max(...memory).toFixed(0)} MiB at most`,
        yardstick: `${idle.toFixed(0)} MiB idle; ${tally.requests} requests, ${tally.exports} exports, ${tally.refused} refused`,
        ratio: '',
        target: '≤ 250 MiB',
      },
      {
        figure: 'growth from the first to the second half',
        ours: `${(late - early).toFixed(0)} MiB`,
        yardstick: memory.map((each) => each.toFixed(0)).join(', '),
        ratio: (late / early).toFixed(2),
        target: 'flat: ≤ 1.05',
      },
    ];
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.table(await run());
