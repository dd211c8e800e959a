// How long another user's first page of Leads takes while one user exports, reads, and teaches, and while an admin reads the report on
// deletions. The server runs in a process of its own, and commits ten times a second, so that the page is read anew.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemActor } from '#core/platform/actor.ts';
import { type Figure, openBench } from './generated-data.ts';
import { fillPosts, lengthen, makeCampaigns, type User } from './kept-figures.ts';
import { type ServerProcess, startEarshot } from './server-process.ts';
import { posts, seconds } from './sizes.ts';

const total = posts(100_000);
const duration = seconds(12) * 1000;
const readerShare = 50;
const yearMs = 365 * 86_400_000;
const password = 'a quiet harbour at noon';
const pauseMs = 20;

interface Users {
  busy: string;
  reader: string;
  admin: string;
}

/** Returns a session of each. */
async function fill(folder: string): Promise<Users> {
  const { core, clock, close } = await openBench({ folder });
  try {
    const tokens: Partial<Users> = {};
    const actors = new Map<keyof Users, User>();
    clock.now = Date.now() + yearMs;
    // The first account becomes the admin.
    for (const name of ['admin', 'busy', 'reader'] as const) {
      const account = { username: name, email: `${name}@example.test`, password };
      const { id } = await core.accounts.users.addUser(systemActor, account);
      actors.set(name, { kind: 'user', userId: id, role: 'user' });
      tokens[name] = (await core.accounts.users.signIn(account, '127.0.0.1')).token;
    }
    const [busy, reader] = [actors.get('busy'), actors.get('reader')];
    if (!busy || !reader) throw new Error('There are no users');
    const [large] = await makeCampaigns(core, [busy], 1);
    const [small] = await makeCampaigns(core, [reader], 1);
    if (!large || !small) throw new Error('There are no campaigns');
    await fillPosts(core, [...Array.from({ length: readerShare }, () => large), small], total);
    await lengthen(core);
    return tokens as Users;
  } finally {
    await close();
  }
}

interface Busy {
  url: string;
  headers: Record<string, string>;
  /** Aborts when the measurement ends. */
  signal: AbortSignal;
}

async function repeat({ url, headers, signal }: Busy, path: string, method = 'GET'): Promise<number> {
  let bytes = 0;
  try {
    while (!signal.aborted) {
      const body = method === 'POST' ? { body: JSON.stringify({ verdict: bytes % 2 === 0 ? 'right' : 'wrong' }) } : {};
      const response = await fetch(url + path, { method, headers: { ...headers, 'content-type': 'application/json' }, signal, ...body });
      if (!response.ok) throw new Error(`${path} answers ${response.status}`);
      for await (const piece of response.body ?? []) bytes += piece.length;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return bytes;
}

interface Case {
  figure: string;
  as: keyof Users;
  work: (busy: Busy) => Promise<number>[];
}
const lists = (busy: Busy) => Array.from({ length: 10 }, (_, n) => repeat(busy, `/api/posts?limit=100&minScore=${20 + n}`));
const exports = (busy: Busy) => [repeat(busy, '/api/leads/export.csv'), repeat(busy, '/api/posts/export.csv')];
const cases: readonly Case[] = [
  { figure: 'nothing', as: 'busy', work: () => [] },
  { figure: 'two exports, of leads and of posts', as: 'busy', work: exports },
  { figure: 'ten lists at once', as: 'busy', work: lists },
  { figure: 'both', as: 'busy', work: (busy) => [...exports(busy), ...lists(busy)] },
  { figure: 'an account export', as: 'busy', work: (busy) => [repeat(busy, '/api/auth/me/export')] },
  { figure: 'feedback, which is learned from', as: 'busy', work: (busy) => [repeat(busy, '/api/posts/2/feedback', 'POST')] },
  { figure: 'the report on deletions', as: 'admin', work: (busy) => [repeat(busy, '/api/admin/purges')] },
];

async function readPages(url: string, headers: Record<string, string>, until: number): Promise<number[]> {
  const times: number[] = [];
  while (performance.now() < until) {
    const began = performance.now();
    const response = await fetch(`${url}/api/leads?limit=25`, { headers });
    const { items } = (await response.json()) as { items: unknown[] };
    if (items.length !== 25) throw new Error(`The reader has ${items.length} leads`);
    times.push(performance.now() - began);
    await sleep(pauseMs);
  }
  return times.sort((a, b) => a - b);
}

const at = (sorted: readonly number[], share: number): string => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function measure(server: ServerProcess, users: Users, { figure, as, work }: Case): Promise<Figure> {
  const stop = new AbortController();
  const busy = { url: server.url, headers: bearer(users[as]), signal: stop.signal };
  await server.usage();
  const running = Promise.all(work(busy));
  const times = await readPages(server.url, bearer(users.reader), performance.now() + duration);
  const { turnMs } = await server.usage();
  stop.abort();
  const bytes = (await running).reduce((sum, each) => sum + each, 0);
  return {
    figure: `a page of Leads beside ${figure}, ${total} posts, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
    ours: `p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms, at most ${(times.at(-1) ?? Number.NaN).toFixed(0)} ms`,
    yardstick: `${turnMs.toFixed(0)} ms of CPU time in the longest turn; ${(bytes / 1e6).toFixed(1)} MB answered meanwhile`,
    ratio: '',
    target: '≤ 200 ms',
  };
}

export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
  try {
    const users = await fill(folder);
    const server = await startEarshot({ dataDir: folder, clockAheadMs: yearMs });
    server.write();
    server.watch();
    const figures: Figure[] = [];
    for (const one of cases) figures.push(await measure(server, users, one));
    await server.close();
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.table(await run());
