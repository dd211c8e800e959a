// How long another user waits while one user exports, reads, teaches, or sends 200 writes at once, and while an admin reads the report
// on deletions: for the first page of Leads, a write, and a sign-in. The server runs in a process of its own, and commits ten times a
// second, so that the page is read anew.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemActor } from '#core/platform/actor.ts';
import { transact } from '#core/platform/db/connect.ts';
import { campaignInputSchema } from '#shared/campaigns.ts';
import { streamsNamed } from '#shared/streams.ts';
import { type Figure, inventItems, inventRules, openBench } from './generated-data.ts';
import { fillPosts, lengthen, makeCampaigns, type User } from './kept-figures.ts';
import { type ServerProcess, startEarshot } from './server-process.ts';
import { posts, seconds } from './sizes.ts';

const total = posts(100_000);
const duration = seconds(12) * 1000;
const otherShare = 50;
const atOnce = 200;
const postsPerBulk = 200;
/** Items that a change of rules scores again. */
const scored = 20_000;
const yearMs = 365 * 86_400_000;
const password = 'a quiet harbour at noon';
const pauseMs = 20;
/** The last one only signs in: an account keeps 50 sessions, and more would end those of the measurement. */
const names = ['admin', 'busy', 'other', 'arriving'] as const;
type Name = (typeof names)[number];

interface Filled {
  tokens: Record<Name, string>;
  /** A campaign of the busy user that scores everything again when its rules change. */
  campaignId: string;
  /** One with kept posts. */
  largeId: string;
  postIds: { busy: string[]; other: string };
}

async function fill(folder: string): Promise<Filled> {
  const { core, clock, close } = await openBench({ folder });
  try {
    clock.now = Date.now() + yearMs;
    const tokens = { admin: '', busy: '', other: '', arriving: '' };
    const actors: Partial<Record<Name, User>> = {};
    // The first account becomes the admin.
    for (const name of names) {
      const account = { username: name, email: `${name}@example.test`, password };
      const { id } = await core.accounts.users.addUser(systemActor, account);
      actors[name] = { kind: 'user', userId: id, role: 'user' };
      tokens[name] = (await core.accounts.users.signIn(account, '127.0.0.1')).token;
    }
    const { busy, other } = actors;
    if (!busy || !other) throw new Error('There are no users');
    const [large, small] = await makeCampaigns(core, [busy, other], 1);
    if (!large || !small) throw new Error('There are no campaigns');
    await fillPosts(core, [...Array.from({ length: otherShare }, () => large), small], total);
    await lengthen(core);
    const listIds = ({ userId }: User) =>
      core
        .db('posts')
        .where({ user_id: Number(userId), open: 1 })
        .limit(postsPerBulk)
        .pluck<number[]>('id');
    const postIds = { busy: (await listIds(busy)).map(String), other: String((await listIds(other))[0]) };
    await transact(core.db, (trx) =>
      core.inbox.items.store(trx, { scope: '', source: 'api', items: inventItems(scored, 10_000_000), now: clock.now }),
    );
    const subreddits = Array.from({ length: 200 }, (_, n) => `subreddit${n}`);
    const input = {
      name: 'Rules',
      offering: 'Software',
      rules: inventRules(1),
      streams: streamsNamed('subreddit', subreddits),
      status: 'active',
    };
    const campaign = await core.inbox.campaigns.create(busy, campaignInputSchema.parse(input));
    await core.discovery.pipeline.settled();
    return { tokens, campaignId: campaign.id, largeId: String(large.id), postIds };
  } finally {
    await close();
  }
}

interface Call {
  path: string;
  method?: string;
  body?: unknown;
  token?: string;
}

/** Returns the status and the number of bytes. */
async function send(url: string, { path, method = 'GET', body, token }: Call, signal?: AbortSignal): Promise<[number, number]> {
  const headers = { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const reply = await fetch(`${url}/api${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  let bytes = 0;
  for await (const piece of reply.body ?? []) bytes += piece.length;
  return [reply.status, bytes];
}

interface Case {
  figure: string;
  /** Sent at once, and each again when it was answered, or all of them when all were. */
  calls: (filled: Filled, round: number) => Call[];
  inRounds?: boolean;
}

const lists = ({ tokens }: Filled): Call[] =>
  Array.from({ length: 10 }, (_, n) => ({ path: `/posts?limit=100&minScore=${20 + n}`, token: tokens.busy }));
const exports = ({ tokens }: Filled): Call[] => ['/leads/export.csv', '/posts/export.csv'].map((path) => ({ path, token: tokens.busy }));
const writes = (call: (filled: Filled, n: number) => Call): Pick<Case, 'calls' | 'inRounds'> => ({
  inRounds: true,
  calls: (filled, round) => Array.from({ length: atOnce }, (_, n) => ({ token: filled.tokens.busy, ...call(filled, round * atOnce + n) })),
});

const cases: readonly Case[] = [
  { figure: 'nothing', calls: () => [] },
  { figure: 'two exports, of leads and of posts', calls: exports },
  { figure: 'ten lists at once', calls: lists },
  { figure: 'both', calls: (filled) => [...exports(filled), ...lists(filled)] },
  { figure: 'an account export', calls: ({ tokens }) => [{ path: '/auth/me/export', token: tokens.busy }] },
  {
    figure: 'feedback, which is learned from',
    calls: ({ tokens, postIds }, n) => [
      {
        method: 'POST',
        path: `/posts/${postIds.busy[0]}/feedback`,
        body: { verdict: (['right', 'wrong'] as const)[n % 2] },
        token: tokens.busy,
      },
    ],
    inRounds: true,
  },
  { figure: 'the report on deletions', calls: ({ tokens }) => [{ path: '/admin/purges', token: tokens.admin }] },
  {
    figure: `${atOnce} rule changes at once`,
    ...writes(({ campaignId }, n) => ({ method: 'PATCH', path: `/campaigns/${campaignId}`, body: { rules: inventRules(n) } })),
  },
  {
    figure: `${atOnce} lead thresholds at once, of a campaign with nearly all posts`,
    ...writes(({ largeId }, n) => ({ method: 'PATCH', path: `/campaigns/${largeId}`, body: { leadThreshold: 30 + (n % 60) } })),
  },
  {
    figure: `${atOnce} bulk changes of ${postsPerBulk} posts at once`,
    ...writes(({ postIds }, n) => ({
      method: 'POST',
      path: '/posts/bulk',
      body: { ids: postIds.busy, action: (['dismiss', 'restore'] as const)[n % 2] },
    })),
  },
];

/** Sends the calls of a case until the signal aborts. Returns how many were answered, by status, and with how many bytes. */
async function sendUntil(
  signal: AbortSignal,
  url: string,
  { calls, inRounds = false, filled }: Case & { filled: Filled },
): Promise<string> {
  const counts = new Map<number, number>();
  let bytes = 0;
  const one = async (call: Call): Promise<void> => {
    const [status, size] = await send(url, call, signal);
    counts.set(status, (counts.get(status) ?? 0) + 1);
    bytes += size;
  };
  const again = async (call: Call): Promise<void> => {
    while (!signal.aborted) await one(call);
  };
  try {
    if (!inRounds) await Promise.all(calls(filled, 0).map(again));
    else for (let round = 0; !signal.aborted; round += 1) await Promise.all(calls(filled, round).map(one));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return `${[...counts].map(([status, count]) => `${count} × ${status}`).join(', ') || 'nothing'}, ${(bytes / 1e6).toFixed(1)} MB`;
}

async function timeUntil(signal: AbortSignal, one: () => Promise<[number, number]>): Promise<number[]> {
  const times: number[] = [];
  while (!signal.aborted) {
    const began = performance.now();
    const [status] = await one();
    if (status !== 200) throw new Error(`The other user's request answers ${status}`);
    times.push(performance.now() - began);
    await sleep(pauseMs);
  }
  return times.sort((a, b) => a - b);
}

const at = (sorted: readonly number[], share: number): string => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0);
const shown = (times: readonly number[]): string => `p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms (${times.length})`;

async function measure(server: ServerProcess, filled: Filled, one: Case): Promise<Figure> {
  const { tokens, postIds } = filled;
  const stop = new AbortController();
  const { signal } = stop;
  await server.usage();
  const running = sendUntil(signal, server.url, { ...one, filled });
  await sleep(pauseMs);
  let seen = 0;
  const change = () => ({ seen: (seen += 1) % 2 === 0 });
  const timing = Promise.all([
    timeUntil(signal, () => send(server.url, { path: '/leads?limit=25', token: tokens.other })),
    timeUntil(signal, () => send(server.url, { method: 'PATCH', path: `/posts/${postIds.other}`, body: change(), token: tokens.other })),
    timeUntil(signal, () => send(server.url, { method: 'POST', path: '/auth/login', body: { email: 'arriving@example.test', password } })),
  ]);
  await sleep(duration);
  stop.abort();
  const [pages, changes, signIns] = await timing;
  const { turnMs } = await server.usage();
  return {
    figure: `beside ${one.figure}, ${total} posts, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
    ours: `Leads ${shown(pages)}; write ${shown(changes)}; sign-in ${shown(signIns)}`,
    yardstick: `${await running} answered meanwhile; ${turnMs.toFixed(0)} ms of CPU time in the longest turn`,
    ratio: '',
    target: 'p50 ≤ 200 ms, p95 ≤ 500 ms',
  };
}

export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
  try {
    const filled = await fill(folder);
    const server = await startEarshot({ dataDir: folder, clockAheadMs: yearMs });
    server.write();
    server.watch();
    const figures: Figure[] = [];
    for (const one of cases) figures.push(await measure(server, filled, one));
    await server.close();
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.table(await run());
