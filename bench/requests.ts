// Requests per second and response times at 50 connections, compared with a bare Koa route that returns the same bytes.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import autocannon from 'autocannon';
import Koa from 'koa';
import { systemActor } from '#core/platform/actor.ts';
import type { Core } from '#core/open.ts';
import { serve } from '#server/main.ts';
import { type Figure, openBench, topicOf } from './generated-data.ts';
import { fillPosts, makeCampaigns } from './kept-figures.ts';
import { posts, seconds } from './sizes.ts';

const total = posts(100_000);
const connections = 50;
const duration = seconds(8);
const password = 'a quiet harbour at noon';

interface Case {
  path: string;
  /** Minimum share of the bare route's requests per second. */
  share: number;
}
const cases: readonly Case[] = [
  { path: '/api/posts?limit=25', share: 0.15 },
  { path: '/api/leads?limit=25', share: 0.15 },
  { path: '/api/auth/me', share: 0.35 },
  { path: '/login', share: 0.35 },
];

/** Makes posts as long as real ones, with scorer results: a page of 25 is about 40 kB. */
async function lengthen({ db }: Core): Promise<void> {
  const body = Array.from(
    { length: 14 },
    (_, n) => `I tried ${topicOf(n)} and ${topicOf(n * 3)} before, and neither did what we need.`,
  ).join(' ');
  const evidence = ['intent', 'fit', 'urgency'].map((why) => ({ text: 'Looking for help', start: 0, end: 16, field: 'title', why }));
  const components = { intent: 0.82, fit: 0.7, relevance: 0.55, urgency: 0.4, reachability: 0.6, recency: 0.5, saturation: 0.9 };
  await db('items').update({ body });
  await db('posts').update({ components: JSON.stringify(components), evidence: JSON.stringify(evidence) });
  await db.raw('analyze');
}

async function load(url: string, headers: Record<string, string>): Promise<autocannon.Result> {
  // In a separate thread, so that client and server don't wait for each other.
  const result = await autocannon({ url, headers, connections, duration, workers: 1 });
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0)
    throw new Error(`${url}: ${result['2xx']} answered, ${result.non2xx} refused, ${result.errors} failed`);
  return result;
}

/** What Koa alone does with these bytes. */
async function measureBare(bytes: Buffer, type: string): Promise<autocannon.Result> {
  const app = new Koa();
  app.use((ctx) => {
    ctx.type = type;
    ctx.body = bytes;
  });
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const result = await load(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {});
  server.close();
  server.closeAllConnections();
  return result;
}

async function measure(base: string, headers: Record<string, string>, { path, share }: Case): Promise<Figure> {
  const reply = await fetch(base + path, { headers });
  if (!reply.ok) throw new Error(`${path} answers ${reply.status}`);
  const bytes = Buffer.from(await reply.arrayBuffer());
  const ours = await load(base + path, headers);
  const bare = await measureBare(bytes, reply.headers.get('content-type') ?? '');
  return {
    figure: `${path}, ${(bytes.length / 1000).toFixed(1)} kB, ${total} posts, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
    ours: `${ours.requests.mean.toFixed(0)}/s, p50 ${ours.latency.p50} ms, p97.5 ${ours.latency.p97_5} ms`,
    yardstick: `${bare.requests.mean.toFixed(0)}/s, p97.5 ${bare.latency.p97_5} ms by bare Koa`,
    ratio: (ours.requests.mean / bare.requests.mean).toFixed(3),
    target: `≥ ${share}, p95 ≤ 120 ms`,
  };
}

export async function run(): Promise<Figure[]> {
  const bench = await openBench();
  const { core, clock } = bench;
  try {
    const account = { username: 'ada', email: 'ada@example.test', password };
    const { id } = await core.accounts.users.addUser(systemActor, account);
    await fillPosts(core, await makeCampaigns(core, [{ kind: 'user', userId: id, role: 'user' }], 5), total);
    await lengthen(core);
    clock.now += 365 * 86_400_000;
    const { token } = await core.accounts.users.signIn(account, '127.0.0.1');
    const server = await serve({ ...core, config: { ...core.config, http: { ...core.config.http, port: 0 } } });
    const figures: Figure[] = [];
    const headers = { authorization: `Bearer ${token}`, accept: 'text/html, application/json' };
    for (const one of cases) figures.push(await measure(server.url, headers, one));
    await server.close();
    return figures;
  } finally {
    await bench.close();
  }
}

if (import.meta.main) console.table(await run());
