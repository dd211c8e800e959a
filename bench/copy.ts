// Copies a SQLite instance to PostgreSQL with `earshot migrate --to`, and requests every list of the API from a server on each of
// the two, and opens every screen on PostgreSQL (requires a build): a year of posts, leads, and fetching of 20 users.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { indexAllTexts } from '#core/inbox/items/index-queries.ts';
import { systemActor } from '#core/platform/actor.ts';
import { insertRows } from '#core/platform/db/many-rows.ts';
import { allRoutes } from '#shared/routes.ts';
import { startDefaultPostgres } from '#test/support/postgres-server.ts';
import { onServer } from '#test/support/test-database.ts';
import { type Figure, inventItems, inventUser, openBench } from './generated-data.ts';
import { fillFetched, fillPosts, lengthen, makeCampaigns, type User } from './kept-figures.ts';
import { openScreens } from './screens.ts';
import { type Instance, startEarshot } from './server-process.ts';
import { posts } from './sizes.ts';

const total = posts(1_000_000);
const users = 20;
const campaignsEach = 5;
const repeats = 5;
const slowMs = 300;
const slowestShown = 12;
const yearMs = 365 * 86_400_000;
const texts = 2000;
const account = { username: 'ada', email: 'ada@example.test', password: 'a quiet harbour at noon' };

/** Fills a data folder; returns a session of the admin, who has campaigns too. */
async function fill(folder: string): Promise<string> {
  const { core, clock, close } = await openBench({ folder });
  try {
    const { id } = await core.accounts.users.addUser(systemActor, { ...account, role: 'admin' });
    const owners: User[] = [{ kind: 'user', userId: id, role: 'user' }];
    while (owners.length < users) owners.push(await inventUser(core, `user${owners.length}`));
    const campaigns = await makeCampaigns(core, owners, campaignsEach);
    await fillPosts(core, campaigns, total);
    await fillFetched(core, campaigns);
    await lengthen(core);
    await core.db.transaction(async (trx) => {
      await trx.raw('create temporary table texts (id integer primary key, body text)');
      await insertRows(trx, 'texts', { rows: inventItems(texts).map(({ body }, index) => ({ id: index, body })) });
      await trx.raw('update items set body = (select body from texts where texts.id = items.id % ?)', [texts]);
      await indexAllTexts(trx);
    });
    clock.now = Date.now() + yearMs;
    return (await core.accounts.users.signIn(account, '127.0.0.1')).token;
  } finally {
    await close();
  }
}

interface Copied {
  seconds: number;
  rows: number;
  tables: number;
  /** Of the command, in MiB. */
  peakMemory: number;
}

/** Runs the command as a user does; it compares counts and sums itself and fails if any differs. */
async function copy(dataDir: string, url: string): Promise<Copied> {
  const env = { PATH: process.env['PATH'] ?? '', EARSHOT_DATA_DIR: dataDir };
  const began = performance.now();
  const child = spawn(fileURLToPath(new URL('../bin/earshot', import.meta.url)), ['migrate', '--to', url, '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close') as Promise<[number | null]>;
  let peakMemory = 0;
  const watch = setInterval(() => {
    peakMemory = Math.max(peakMemory, peakOf(child.pid));
  }, 200);
  const [status] = await ended;
  clearInterval(watch);
  if (status !== 0) throw new Error(`earshot migrate --to ended with ${status}`);
  const { tables, rows } = JSON.parse(output) as { tables: unknown[]; rows: number };
  return { seconds: (performance.now() - began) / 1000, rows, tables: tables.length, peakMemory };
}

/** Linux keeps it for each process; 0 when the process has ended. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Every list and report of a screen without a path parameter, and lists as their filters ask for them. */
const paths: readonly string[] = [
  ...allRoutes
    .filter(
      ({ method, path, access, produces }) => method === 'GET' && access !== 'public' && produces === undefined && !path.includes(':'),
    )
    .map(({ path }) => path),
  '/posts?sort=-createdAt&limit=100',
  '/posts?status=dismissed&minScore=40',
  '/posts?kind=post&seen=false',
  '/posts?q=camera%20wedding',
  '/posts?q=invoice',
  '/posts?subreddit=subreddit20',
  '/posts/export.json?minScore=80&subreddit=subreddit20',
  '/leads?sort=-createdAt&limit=100',
  '/leads?stage=contacted&minConfidence=60',
  '/leads?q=camera',
  '/leads?subreddit=subreddit20',
  '/analytics?from=2026-11-20&to=2027-11-20',
];

interface Opened {
  path: string;
  status: number;
  /** Median, in ms. */
  ms: number;
  slowest: number;
  /** Of the things in a list. */
  ids: string;
}

const idsOf = (text: string): string => {
  const items = text.startsWith('{') ? (JSON.parse(text) as { items?: { id?: unknown }[] }).items : undefined;
  return Array.isArray(items) ? items.map(({ id }) => String(id)).join() : '';
};

/** Requests each list once to warm up, and then a few times. */
async function openAll(instance: Instance, token: string): Promise<Opened[]> {
  const server = await startEarshot(instance);
  const headers = { authorization: `Bearer ${token}` };
  const opened: Opened[] = [];
  for (const path of paths) {
    const times: number[] = [];
    let [status, text] = [0, ''];
    for (let round = 0; round <= repeats; round += 1) {
      const began = performance.now();
      const reply = await fetch(`${server.url}/api${path}`, { headers });
      [status, text] = [reply.status, await reply.text()];
      if (round > 0) times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    opened.push({ path, status, ids: idsOf(text), ms: times[Math.floor(repeats / 2)] ?? Number.NaN, slowest: times.at(-1) ?? Number.NaN });
  }
  await server.close();
  return opened;
}

const shown = (ms: number): string => `${ms.toFixed(0)} ms`;

/** The slowest lists on PostgreSQL, each beside its time on SQLite. */
function compare(before: readonly Opened[], after: readonly Opened[]): Figure[] {
  const pairs = after.flatMap((one) => {
    const was = before.find(({ path }) => path === one.path);
    return one.status === 200 && was?.status === 200 ? [{ one, was }] : [];
  });
  const broken = after.filter(({ status, path }) => status !== before.find((was) => was.path === path)?.status);
  if (broken.length > 0)
    throw new Error(`Other answers on PostgreSQL: ${broken.map(({ path, status }) => `${path} ${status}`).join(', ')}`);
  const different = pairs.filter(({ one, was }) => one.ids !== was.ids).map(({ one }) => one.path);
  const late = pairs.filter(({ one }) => one.ms > slowMs).length;
  const slowest = pairs.toSorted((a, b) => b.one.ms - a.one.ms).slice(0, slowestShown);
  return [
    {
      figure: `lists that take over ${slowMs} ms on PostgreSQL, of ${pairs.length}`,
      ours: String(late),
      yardstick: `${pairs.length - different.length} with the same content as on SQLite${different.length > 0 ? `; not ${different.join(', ')}` : ''}`,
      ratio: '',
      target: '0',
    },
    ...slowest.map(({ one, was }) => ({
      figure: one.path,
      ours: `${shown(one.ms)}, at most ${shown(one.slowest)}`,
      yardstick: `${shown(was.ms)} on SQLite`,
      ratio: (one.ms / was.ms).toFixed(2),
      target: `≤ ${slowMs} ms`,
    })),
  ];
}

/** Copies the filled folder, and opens everything before and after. */
async function runOn(folder: string, token: string): Promise<Figure[]> {
  const postgres = await startDefaultPostgres();
  try {
    const instance: Instance = { dataDir: folder, clockAheadMs: yearMs };
    const before = await openAll(instance, token);
    await onServer(postgres.url, 'create database earshot');
    const databaseUrl = `${postgres.url}/earshot`;
    const { seconds, rows, tables, peakMemory } = await copy(folder, databaseUrl);
    const after = await openAll({ ...instance, databaseUrl }, token);
    const copied: Figure = {
      figure: `earshot migrate --to, ${total} posts, ${rows} rows in ${tables} tables, ${(statSync(join(folder, 'earshot.db')).size / 1e9).toFixed(1)} GB, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
      ours: `${seconds.toFixed(0)} s`,
      yardstick: `${(rows / seconds).toFixed(0)} rows/s; ${peakMemory.toFixed(0)} MiB at most`,
      ratio: '',
      target: 'the same counts and sums',
    };
    return [copied, ...compare(before, after), ...(await openScreens({ ...instance, databaseUrl }, token))];
  } finally {
    postgres.stop();
  }
}

export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
  try {
    return await runOn(folder, await fill(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.table(await run());
