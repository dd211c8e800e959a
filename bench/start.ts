// `earshot serve` on a large database: from its start to the first answer of /api/ready, and the first views of 20 users after it.
// Run `npm run build` first: without a current bundle, `bin/earshot` starts the sources.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { indexAllTexts } from '#core/inbox/items/queries.ts';
import { systemActor } from '#core/platform/actor.ts';
import { type Figure, openBench, topicOf } from './generated-data.ts';
import { fillFetched, fillPosts, lengthen, makeCampaigns, type User } from './kept-figures.ts';
import { type ServerProcess, startEarshot } from './server-process.ts';
import { posts } from './sizes.ts';
import { startServer } from './started-server.ts';

const total = posts(1_000_000);
const users = 20;
const campaignsEach = 5;
/** The dashboard reads thirty days and the thirty before them. */
const fetchedDays = 62;
const starts = 5;
const rounds = 3;
const yearMs = 365 * 86_400_000;
/** Longer than the pause between two commits, so that nothing is answered from what was read before. */
const pauseMs = 150;
const password = 'a quiet harbour at noon';

const views: Record<string, { path: string; target: string }> = {
  dashboard: { path: '/dashboard', target: 'p95 ≤ 60 ms' },
  'leads, first page': { path: '/leads?limit=25', target: 'p95 ≤ 60 ms' },
  'posts, first page': { path: '/posts?limit=25', target: 'p95 ≤ 60 ms' },
  'search, one word': { path: `/posts?q=${topicOf(3)}`, target: 'p95 ≤ 60 ms' },
  'search, two words': { path: `/posts?q=help%20${topicOf(5)}`, target: 'p95 ≤ 60 ms' },
};

/** Returns a session of each user. */
async function fill(folder: string): Promise<string[]> {
  const { core, clock, close } = await openBench({ folder, passwordCost: { memory: 8, passes: 1 } });
  try {
    const accounts = Array.from({ length: users }, (_, n) => ({ username: `user${n}`, email: `user${n}@example.test`, password }));
    const owners: User[] = [];
    for (const account of accounts) {
      const { id } = await core.accounts.users.addUser(systemActor, account);
      owners.push({ kind: 'user', userId: id, role: 'user' });
    }
    const campaigns = await makeCampaigns(core, owners, campaignsEach);
    await fillPosts(core, campaigns, total);
    await fillFetched(core, campaigns, fetchedDays);
    await lengthen(core);
    await core.db.transaction(indexAllTexts);
    clock.now += yearMs;
    await core.insights.analytics.keep(new AbortController().signal);
    clock.now = Date.now() + yearMs;
    const sessions: string[] = [];
    for (const [n, account] of accounts.entries()) sessions.push((await core.accounts.users.signIn(account, `10.0.0.${n}`)).token);
    return sessions;
  } finally {
    await close();
  }
}

const p95Of = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;

async function timeStarts(folder: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < starts; n += 1) {
    const began = performance.now();
    const server = await startServer(folder);
    const { status } = await fetch(`${server.url}/api/ready`);
    times.push(performance.now() - began);
    await server.close();
    if (status !== 200) throw new Error(`/api/ready answers ${status}`);
  }
  return times;
}

async function timeView(server: ServerProcess, path: string, sessions: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds * sessions.length; round += 1) {
    await sleep(pauseMs);
    const began = performance.now();
    const reply = await fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${sessions[round % sessions.length]}` } });
    await reply.arrayBuffer();
    times.push(performance.now() - began);
    if (!reply.ok) throw new Error(`${path} answers ${reply.status}`);
  }
  return times;
}

const shown = (ms: number): string => `${ms.toFixed(0)} ms`;
const loadNow = (): string => `load ${(loadavg()[0] ?? 0).toFixed(1)}`;

async function measure(folder: string, sessions: readonly string[]): Promise<Figure[]> {
  const size = `${total} posts, ${(statSync(join(folder, 'earshot.db')).size / 1e9).toFixed(2)} GB`;
  const started = await timeStarts(folder);
  const figures: Figure[] = [
    {
      figure: `start to /api/ready, ${size}, ${loadNow()}`,
      ours: `${shown(Math.max(...started))} at most`,
      yardstick: started.map(shown).join(', '),
      ratio: '',
      target: '≤ 1 s',
    },
  ];
  const server = await startEarshot({ dataDir: folder, clockAheadMs: yearMs });
  server.write();
  try {
    for (const [name, { path, target }] of Object.entries(views)) {
      const times = await timeView(server, path, sessions);
      figures.push({
        figure: `${name}, ten commits a second, ${size}, ${loadNow()}`,
        ours: `${shown(p95Of(times))} p95`,
        yardstick: `${shown(Math.min(...times))} at least, ${shown(times[0] ?? Number.NaN)} the first`,
        ratio: '',
        target,
      });
    }
  } finally {
    await server.close();
  }
  return figures;
}

export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
  try {
    return await measure(folder, await fill(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.table(await run());
